"""Checks a catalogue of slug throwers that `generate_catalogue N json` printed: the plain Python program to compare `slipyard check` with.

It reads every item and checks keys, types, ranks, the range, stunts that exclude each other, and the budget, and prints one line for each
fault with the addends of the sum. Run by `benches/compare_with_python.py`.
"""

import json
import sys

MIN_RANGE = [4, 2, 0, -1, -2, -3, -4]
MAX_RANGE = [-4, -3, -2, -1, 0, 1, 2]
STUNTS = {
    "awkward_reload": -2, "civilian": 2, "cheap": 2, "explosive": 1, "free_modal": 0, "full_auto": 1, "high_capacity": 1,
    "high_recoil": -1, "low_recoil": 1, "modal": 0, "mostly_plastic": 1, "non_lethal": -1, "transfer_aspect": 1, "undetectable": 1,
}
EXCLUDES = [
    ("awkward_reload", "high_capacity"), ("explosive", "civilian"), ("full_auto", "civilian"), ("high_recoil", "low_recoil"),
]
KEYS = {"doc", "name", "title", "design", "tech", "harm", "penetration", "range", "min_range", "max_range", "stunts"}


def faults(item):
    """Returns the faults of one item, as sentences."""
    found = [f"unknown key `{key}`" for key in item if key not in KEYS]
    low, high = item.get("range", (2, 4))
    low, high = item.get("min_range", low), item.get("max_range", high)
    ranks = {"harm": item.get("harm", 0), "penetration": item.get("penetration", 0), "min_range": low, "max_range": high}
    for name, rank in ranks.items():
        if not isinstance(rank, int):
            found.append(f"`{name}` is a number, not {rank!r}")
        elif not 0 <= rank <= 6:
            found.append(f"`{name}` is {rank}, not 0 to 6")
    tech, stunts = item["tech"], item.get("stunts", [])
    if not -4 <= tech <= 4:
        found.append(f"no slug throwers at T{tech}")
    found += [f"unknown stunt `{stunt}`" for stunt in stunts if stunt not in STUNTS]
    found += [f"`{one}` excludes `{other}`" for one, other in EXCLUDES if one in stunts and other in stunts]
    if found:
        return found
    if high < low:
        found.append("the maximum range is below the minimum range")
    sums = {"harm": 2 * ranks["harm"], "penetration": ranks["penetration"], "min_range": MIN_RANGE[low], "max_range": MAX_RANGE[high]}
    for stunt in stunts:
        sums[stunt] = STUNTS[stunt]
    spent, budget = sum(sums.values()), 6 + tech
    if spent != budget:
        addends = ", ".join(f"{name} {points}" for name, points in sums.items())
        found.append(f"spends {spent} of {budget} points: {addends}")
    return found


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        items = json.load(file)
    seen, faulty = set(), 0
    for item in items:
        found = faults(item)
        if item["name"] in seen:
            found.append("the name is used twice")
        seen.add(item["name"])
        faulty += bool(found)
        for fault in found:
            print(f"{item['name']}: {fault}")
    print(f"checked {len(items)} items: {faulty} with faults", file=sys.stderr)


main()
