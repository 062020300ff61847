use crate::content_rules::compiled_text::written;

#[test]
fn a_thing_of_a_kind_that_is_declared_nowhere_is_refused() {
    let text = "hovercraft ferry \"Ferry\" { tech T1 }\n";
    assert_eq!(written(text).findings(), ["1:1 unknown-kind"]);
}

/// A homebrew stunt may require skills of its own package, whatever design buys it.
#[test]
fn a_homebrew_stunt_may_ask_for_a_homebrew_skill_of_a_standard_person() {
    let text = |rank: u32| {
        format!(
            "skill sailing \"Sailing\" {{ }}\n\
             stunt old_salt \"Old salt\" {{ for npc; require sailing >= 2 else \"only for sailors\"; sink }}\n\
             npc mate {{ cap 2; skills {{ {rank} sailing; {} }}; stunts old_salt; aspects \"A\", \"B\" }}\n",
            if rank == 2 { "1 agility, brawling" } else { "2 agility; 1 brawling" },
        )
    };
    written(&text(2)).clean();
    assert_eq!(written(&text(1)).messages(), ["`old_salt`: only for sailors"]);
}
