/** What a report of Vitest or Playwright counts. Only a test that failed may be played again: whatever else went wrong has no `file` and stays failed. */
import { relative } from 'node:path'

/** Failures of a report of Vitest. @param unhandled messages of errors that belong to no test */
export function vitestFailures(root, { testResults }, unhandled) {
  return [
    ...unhandled.map((message) => ({ name: 'an error outside of every test', message })),
    ...testResults.flatMap((it) => failuresOf(root, it)),
  ]
}

function failuresOf(root, { name, status, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter((result) => result.status === 'failed')
  // It does not load, or what stands before or after its tests failed.
  if (status === 'failed' && failed.length === 0) return [{ name: file, message }]
  return failed.map(({ fullName, failureMessages }) => ({
    name: `${file}: ${fullName}`,
    message: failureMessages[0],
    file,
  }))
}

/** What a report of Playwright counts. A test that did not run because another failed has failed, too: it is not skipped by its own word. */
export function browserCount({ suites, stats, errors }) {
  const failures = suites.flatMap(failuresIn)
  const unrun = suites.flatMap(unrunIn)
  return {
    passed: stats.expected,
    failed: stats.unexpected + errors.length + unrun.length,
    skipped: stats.skipped - unrun.length,
    failures: [
      ...failures,
      ...errors.map(({ message }) => ({ name: 'the browser tests', message })),
      ...unrun.map((name) => ({ name, message: 'It did not run.' })),
    ],
    /** What is played again is all that went wrong. */
    isOnlyTests: errors.length + unrun.length === 0,
  }
}

/** The failed tests of one file or group of the browser tests, and of the groups in it. */
function failuresIn({ suites = [], specs = [] }) {
  const failed = specs.filter(({ ok }) => !ok)
  return [
    ...suites.flatMap(failuresIn),
    ...failed.map(({ file, title, tests }) => ({
      name: `${file}: ${title}`,
      message: tests.at(-1)?.results.at(-1)?.error?.message,
    })),
  ]
}

const isLeftOut = ({ type }) => type === 'skip' || type === 'fixme'

function unrunIn({ suites = [], specs = [] }) {
  const unrun = specs.filter(({ tests }) => tests.some((it) => it.status === 'skipped' && !it.annotations.some(isLeftOut)))
  return [...suites.flatMap(unrunIn), ...unrun.map(({ file, title }) => `${file}: ${title}`)]
}
