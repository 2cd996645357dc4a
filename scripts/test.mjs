/** `npm test`: everything, from a fresh clone, ending with one plain line that counts every check and test. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build, install, node, root } from './prepare.mjs'

install()
const { check, checkCount } = await import('./check.mjs')
const { findChromium } = await import('./chromium.mjs')
const reports = join(root, 'reports')
mkdirSync(reports, { recursive: true })

const failedChecks = check()
const counts = [{ passed: checkCount - failedChecks.length, failed: failedChecks.length, skipped: 0 }]

const browser = findChromium()
build()
// What is not written down in the repository must fail, not be written: the agreed charts among it.
const env = { ...process.env, CI: '1', CHROMIUM_PATH: browser, FORCE_COLOR: '0' }
counts.push(vitest(), playwright())

// Said again at the end: what failed stands far up in the output of an hour.
for (const it of [...failedChecks.map((name) => ({ name })), ...counts.flatMap(({ failures = [] }) => failures)])
  console.log(`\nfailed: ${it.name}${it.message ? `\n  ${firstLines(it.message)}` : ''}`)
const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
const skipped = sum('skipped')
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = sum('failed') === 0 ? 0 : 1

function vitest() {
  const file = join(reports, 'vitest.json')
  const status = run(
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter', 'default', '--reporter', 'json', '--outputFile.json', file],
    file,
  )
  return tally(file, status, (it) => ({
    passed: it.numPassedTests,
    // A file that does not even load has no tests to count.
    failed:
      it.numFailedTests +
      it.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length,
    skipped: it.numPendingTests + it.numTodoTests,
    failures: it.testResults.flatMap(({ name, status, message, assertionResults }) =>
      status === 'failed' && assertionResults.length === 0
        ? [{ name: relative(root, name), message }]
        : assertionResults
            .filter((result) => result.status === 'failed')
            .map(({ fullName, failureMessages }) => ({
              name: `${relative(root, name)}: ${fullName}`,
              message: failureMessages[0],
            })),
    ),
  }))
}

function playwright() {
  const file = join(reports, 'playwright.json')
  const status = run(['node_modules/playwright/cli.js', 'test', '--reporter', 'list,json'], file, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const count = tally(file, status, ({ suites, stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [...suites.flatMap(failuresIn), ...errors.map(({ message }) => ({ name: 'the browser tests', message }))],
  }))
  if (count.failures?.length > 0) playwrightWithTraces()
  return count
}

/** Traces cost half of a run, so they are made only of what failed. Whatever comes of it, the verdict stays. */
function playwrightWithTraces() {
  console.log('\nThe failed browser tests once more, with traces in reports/e2e. This is for reading only: they count as failed.')
  run(['node_modules/playwright/cli.js', 'test', '--last-failed', '--trace', 'on', '--reporter', 'list'])
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

function firstLines(message) {
  return stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n  ')
}

function run(args, report, more = {}) {
  if (report) rmSync(report, { force: true })
  return spawnSync(node, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...env, ...more } }).status
}

/** A runner that ends badly without a failed test, or without a report, counts as one failure. */
function tally(file, status, read) {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const count = read(JSON.parse(readFileSync(file, 'utf8')))
  return status !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}
