// Writes the report of a check as a comment on its pull request, or renews the comment of an earlier check.
//
// The check ran with the files of the pull request, perhaps with a workflow that it changes, so its artefact is a stranger's: it decides
// nothing here. Pull request, commit and verdict come from the event and from the code host. The artefact is read as text of two fixed
// files, cut, freed of control characters and quoted in a block that it cannot close.
import { lstatSync, openSync, readSync, closeSync, readFileSync, constants } from 'node:fs';
import { join } from 'node:path';

const MARK = '<!-- slipyard-comment -->';
const AUTHOR = 'github-actions[bot]';
const MOST_BYTES = 20000;
const FILES = [['check.txt', 'Findings'], ['diff.txt', 'Differences']];

/** Returns the text of a file of the artefact, or an empty text: links, folders and devices are not read. */
export function text(folder, name) {
  const path = join(folder, name);
  let file;
  try {
    if (!lstatSync(path).isFile()) return '';
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const bytes = Buffer.alloc(MOST_BYTES + 1);
    const read = readSync(file, bytes, 0, bytes.length, 0);
    const whole = new TextDecoder('utf-8').decode(bytes.subarray(0, Math.min(read, MOST_BYTES)));
    const clean = whole.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '\ufffd');
    return read > MOST_BYTES ? clean + '\n… cut: the whole report is in the log of the check\n' : clean;
  } catch {
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Returns a text as a block of code. The fence is longer than every run of backquotes in it, so that the text cannot end the block. */
export function block(words) {
  const longest = Math.max(2, ...[...words.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${words.replace(/\n+$/, '')}\n${fence}`;
}

/** Returns the comment. `touched` are files of the pull request that decide how it is checked. */
export function comment({ conclusion, address, commit, touched, report }) {
  const verdicts = { success: 'The check passed', failure: '**The check failed**' };
  const verdict = verdicts[conclusion] ?? '**The check did not come to an end**, so this change is not checked';
  const lines = [MARK, `### Slipyard`, '', `${verdict} for ${commit.slice(0, 12)} ([log](${address})).`];
  if (touched.length > 0) {
    const most = 10;
    const more = touched.length > most ? `, and ${touched.length - most} more` : '';
    lines.push('', '**This pull request changes how it is checked itself**, so read these files before you trust a check that passed:', '');
    lines.push(block(touched.slice(0, most).join('\n') + more));
  }
  for (const [name, title] of FILES) {
    const words = report[name] ?? '';
    if (words.trim() !== '') lines.push('', `<details><summary>${title}</summary>`, '', block(words), '', '</details>');
  }
  return lines.join('\n') + '\n';
}

/** True if a file decides how a change is checked: workflows, policies and baselines are for the maintainer to read. */
export function decides(path) {
  return path.startsWith('.github/') || /(^|\/)(slipyard-policy\.toml|known\.json)$/.test(path);
}

async function main() {
  if (!process.env.GITHUB_EVENT_PATH) fail('GITHUB_EVENT_PATH is not set: this action runs in a workflow');
  const event = JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8'));
  const run = event.workflow_run;
  if (!run) fail('this action is for workflows that `workflow_run` starts: the event has no run');
  const api = process.env.GITHUB_API_URL ?? 'https://api.github.com';
  const repository = event.repository.full_name;
  const call = async (method, path, body) => {
    const answer = await fetch(`${api}/repos/${repository}${path}`, {
      method,
      headers: { authorization: `Bearer ${process.env.TOKEN}`, accept: 'application/vnd.github+json', 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!answer.ok) fail(`${method} ${path} was answered with ${answer.status}`);
    return answer.json();
  };
  const all = async (path) => {
    const found = [];
    for (let page = 1; page <= 30; page += 1) {
      const some = await call('GET', `${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`);
      found.push(...some);
      if (some.length < 100) break;
    }
    return found;
  };

  // For a fork, the event lists no pull request, so it is looked up by the branch that the event names.
  const head = `${run.head_repository.owner.login}:${run.head_branch}`;
  const open = await all(`/pulls?state=open&head=${encodeURIComponent(head)}`);
  const pulls = open.filter((pull) => pull.head.sha === run.head_sha && pull.head.repo?.full_name === run.head_repository.full_name);
  if (pulls.length === 0) {
    console.log(`no open pull request of ${head} has the commit ${run.head_sha}: nothing to comment on`);
    return;
  }
  const report = Object.fromEntries(FILES.map(([name]) => [name, text(process.env.REPORT, name)]));
  for (const pull of pulls) {
    const files = await all(`/pulls/${pull.number}/files`);
    const touched = files.flatMap((file) => [file.filename, file.previous_filename ?? '']).filter(decides).map((path) => path.replace(/[^\x20-\x7e]/g, '?'));
    const body = comment({ conclusion: run.conclusion, address: run.html_url, commit: run.head_sha, touched, report });
    const comments = await all(`/issues/${pull.number}/comments`);
    const ours = comments.find((one) => one.user?.login === AUTHOR && one.body?.startsWith(MARK));
    if (ours) await call('PATCH', `/issues/comments/${ours.id}`, { body });
    else await call('POST', `/issues/${pull.number}/comments`, { body });
    console.log(`commented on pull request ${pull.number}`);
  }
}

function fail(sentence) {
  console.log(`::error title=slipyard::${sentence.replace(/%/g, '%25').replace(/\n/g, '%0A')}`);
  process.exit(1);
}

if (process.argv[1]?.endsWith('comment.mjs')) await main();
