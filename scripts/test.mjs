/**
 * `npm test`: the short form of everything, from a fresh clone. `npm run test:full`: the full form, FORM=full. Both end with one plain line that counts every
 * check and test, and take names of parts to run only these: `npm run test:full -- server browser`.
 *
 * Up to two tests that fail are played again when all is done, twice, with the machine to themselves. What passes both times is printed as unstable, with
 * its message, and does not end the run as failed (decision 0042).
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build, fail, install, node, root } from './prepare.mjs'
import { browserCount, vitestFailures } from './verdict.mjs'

const projects = ['unit', 'model', 'server', 'engine', 'faults']
const partNames = ['checks', ...projects, 'browser']
const isFull = process.env.FORM === 'full'
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !partNames.includes(name))
if (unknown.length > 0) fail(`There is no part "${unknown[0]}". The parts are ${partNames.join(', ')}.`)
const parts = asked.length > 0 ? partNames.filter((name) => asked.includes(name)) : partNames

install()
const { check, stepNames, timedStep } = await import('./check.mjs')
const { findChromium } = await import('./chromium.mjs')
const reports = join(root, 'reports')
mkdirSync(reports, { recursive: true })

// What is not written down in the repository must fail, not be written: the agreed charts among it.
const env = { ...process.env, CI: '1', FORCE_COLOR: '0' }
if (['unit', 'browser'].some((name) => parts.includes(name))) env.CHROMIUM_PATH = findChromium()
// A new seed in each run of the full form (decision 0041), and one for the whole run: a property that is played again meets the same cases.
if (isFull) env.PROPERTY_SEED ??= String(randomInt(2 ** 31))
if (parts.some((name) => name !== 'checks')) build()

const mostUnstable = 2
const times = []
// One check is bound by time and has the machine for itself. The others run beside the tests; the tests one kind after the other, as each takes all cores.
const alone = await checks(timedStep, [timedStep])
// The architecture test is one of the unit tests.
const besides = stepNames.filter((name) => name !== timedStep && !(name === 'architecture' && parts.includes('unit')))
const counts = [alone, ...(await Promise.all([checks('other checks', besides), testLane()]))].flat()
const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
await playAgain(counts)

// Said again at the end: what failed stands far up in a long output.
for (const it of counts.flatMap(({ failures = [] }) => failures))
  console.log(`\nfailed: ${it.name}${it.message ? `\n  ${firstLines(it.message)}` : ''}`)
const unstable = counts.flatMap((count) => count.unstable ?? [])
for (const it of unstable)
  console.log(
    `\nunstable: ${it.name}\n  It failed once and passed twice when it was played again.\n  ${firstLines(it.message ?? '')}`,
  )
console.log('')
for (const { name, milliseconds } of times) console.log(`${name}: ${(milliseconds / 60_000).toFixed(1)} minutes`)
const named = { passed: sum('passed'), failed: sum('failed'), unstable: unstable.length, skipped: sum('skipped') }
const always = ['passed', 'failed']
console.log(
  `\n${Object.entries(named)
    .filter(([name, count]) => count > 0 || always.includes(name))
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')}`,
)
process.exitCode = sum('failed') === 0 ? 0 : 1
if (env.PREPARED_DATA_DIR) rmSync(env.PREPARED_DATA_DIR, { recursive: true, force: true })

/** What the checks say is printed when all are done, so that it is not mixed with what the tests say. */
async function checks(told, names) {
  if (!parts.includes('checks')) return []
  let printed = ''
  const failed = await timed(told, () =>
    check(names, (text) => {
      printed += text
    }),
  )
  process.stdout.write(`\n${printed}\n`)
  return [{ passed: names.length - failed.length, failed: failed.length, skipped: 0, failures: failed.map((name) => ({ name })) }]
}

async function testLane() {
  const counted = []
  const wanted = projects.filter((name) => parts.includes(name))
  // The full form is run in parts and tells the time of each; the short one fills every core until its last file.
  const runs = isFull ? wanted.map((name) => [name]) : wanted.length > 0 ? [wanted] : []
  const folder = parts.includes('browser') ? prepareFolder() : ''
  for (const names of runs) counted.push(await timed(names.join(', '), () => vitest(names)))
  env.PREPARED_DATA_DIR = await folder
  if (parts.includes('browser')) counted.push(await timed('browser', playwright))
  return counted
}

/** The data folder that the browser tests begin with, made while other tests run; '' where it could not be: then Playwright makes it, or says why not. */
function prepareFolder() {
  return new Promise((resolve) => {
    let printed = ''
    const child = spawn(node, ['tests/e2e/kit/prepared.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env })
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
    child.on('error', () => resolve(''))
    child.on('close', (status) => resolve(status === 0 ? printed.trim() : ''))
  })
}

async function vitest(names) {
  const file = join(reports, names.length === projects.length ? 'vitest.json' : `vitest-${names.join('-')}.json`)
  const errors = `${file}.errors`
  rmSync(errors, { force: true })
  const status = await run(
    [
      ...['node_modules/vitest/vitest.mjs', 'run', ...names.flatMap((name) => ['--project', name])],
      ...[
        '--reporter',
        'default',
        '--reporter',
        'json',
        '--outputFile.json',
        file,
        '--reporter',
        './scripts/unhandled-errors.mjs',
      ],
    ],
    file,
    { UNHANDLED_ERRORS: errors },
  )
  return tally(`vitest ${names.join(', ')}`, file, status, (it) => {
    const failures = [
      ...absentProjects(names, it.testResults),
      ...vitestFailures(root, it, JSON.parse(readFileSync(errors, 'utf8'))),
    ]
    return {
      passed: it.numPassedTests,
      failed: failures.length,
      skipped: it.numPendingTests + it.numTodoTests,
      failures,
      again: vitestAgain,
    }
  })
}

/** A failure for each project of which no file was run: beside other projects nobody would miss it. */
function absentProjects(names, testResults) {
  const run = testResults.map(({ name }) => relative(root, name))
  return names
    .filter((name) => !run.some((file) => file.startsWith(`tests/${name}/`)))
    .map((name) => ({ name: `vitest ${name}`, message: `No file of tests/${name}/ was run.` }))
}

async function playwright() {
  const file = join(reports, 'playwright.json')
  const status = await run(['node_modules/playwright/cli.js', 'test', '--reporter', 'list,json'], file, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const count = tally('the browser tests', file, status, browserCount)
  return { ...count, again: hasFailedTests() ? playwrightAgain : null }
}

/** Playwright writes down which tests failed; without that list "the last failed ones" would be all of them. */
function hasFailedTests() {
  const file = join(reports, 'e2e/.last-run.json')
  const { status, failedTests = [] } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return status === 'failed' && failedTests.length > 0
}

/** Traces cost half of a run, so they are made only of what failed. Answers whether all of it passed twice. */
async function playwrightAgain() {
  console.log('\nThe failed browser tests twice more, with traces in reports/e2e.')
  const again = ['--last-failed', '--repeat-each', '2', '--workers', '1', '--trace', 'on', '--reporter', 'list']
  return (await run(['node_modules/playwright/cli.js', 'test', ...again])) === 0
}

/** Plays the files of the failed tests again and answers whether they passed twice. What a fault broke once is broken: never those of tests/faults. */
async function vitestAgain(failures) {
  const files = [...new Set(failures.map(({ file }) => file))]
  if (files.some((file) => file === undefined || file.startsWith('tests/faults/'))) return false
  console.log('\nThe files of the failed tests twice more.')
  for (let round = 0; round < 2; round += 1)
    if ((await run(['node_modules/vitest/vitest.mjs', 'run', ...files, '--reporter', 'default'])) !== 0) return false
  return true
}

/**
 * Moves what failed, at most `mostUnstable` tests in all, to `unstable` where it passes twice in a row.
 * Browser tests are played again however many failed, for their traces.
 */
async function playAgain(counted) {
  const few = sum('failed') <= mostUnstable
  for (const count of counted) {
    if (count.failed === 0 || !count.again || !(few || count.again === playwrightAgain)) continue
    const passedTwice = await timed('played again', () => count.again(count.failures))
    if (!passedTwice || !few || count.isOnlyTests === false || count.failures.length !== count.failed) continue
    Object.assign(count, { failed: 0, unstable: count.failures, failures: [] })
  }
}

function firstLines(message) {
  return stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n  ')
}

async function timed(name, work) {
  const begun = performance.now()
  const result = await work()
  times.push({ name, milliseconds: performance.now() - begun })
  return result
}

/** Resolves with the exit code, null when it did not end by itself. */
function run(args, report, more = {}) {
  if (report) rmSync(report, { force: true })
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...env, ...more } })
    child.on('error', (error) => {
      console.error(error.message)
      resolve(null)
    })
    child.on('exit', resolve)
  })
}

/** A runner that ends badly without a failed test, runs no test, or leaves no whole report, counts as one failure. */
function tally(name, file, status, read) {
  const failure = (message) => ({ failed: 1, failures: [{ name, message }] })
  let count
  try {
    count = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    return { passed: 0, skipped: 0, ...failure(`It ended with ${status} and left no report that can be read: ${error.message}`) }
  }
  if (count.failed > 0) return count
  if (status !== 0) return { ...count, ...failure(`It ended with ${status}, though no test failed.`) }
  return count.passed > 0 ? count : { ...count, ...failure('It ran no test.') }
}
