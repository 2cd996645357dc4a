/**
 * `npm run test:quick`: what a change touches, within a minute. What changed is what differs from the main branch, committed or not. It says in the end what
 * was not run; `npm test` says whether the change is right.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, install, node, root } from './prepare.mjs'

const limit = 60_000
/** Test files that are begun at once, and at most: those that are fewest imports away from the change. */
const batch = 6
const filesMax = 24
/** What a batch, and a start of the product with one browser test, need at least. */
const batchNeeds = 10_000
const browserNeeds = 20_000

const begun = performance.now()
const left = () => limit - (performance.now() - begun)

install()
const { typesStep } = await import('./check.mjs')
const { installedChromium } = await import('./chromium.mjs')
mkdirSync(join(root, 'reports'), { recursive: true })
const env = { ...process.env, CI: '1', FORCE_COLOR: '0', ...browserOf(installedChromium()) }

const changed = changedFiles()
if (changed.length === 0) {
  console.log('Nothing differs from the main branch: nothing was run.')
  process.exit(0)
}
const notRun = ['dead code, regular expressions, GraphQL schema and architecture (npm run check)']
const results = (await Promise.all([checkLane(), testLane()])).flat()

for (const { name, verdict } of results) console.log(`${verdict.padEnd(9)}${name}`)
console.log(`\n${changed.length} changed files, ${((performance.now() - begun) / 1_000).toFixed(0)} s. Not run:`)
for (const it of notRun) console.log(`- ${it}`)
const failed = results.filter(({ verdict }) => verdict === 'FAIL').length
const cut = results.filter(({ verdict }) => verdict === 'cut').length
if (cut > 0) console.log('Not all was run: what is "cut" had not ended when the minute was over.')
console.log(`\n${results.length - failed - cut} ok, ${failed} failed, ${cut} cut`)
process.exitCode = failed > 0 || cut > 0 ? 1 : 0

async function checkLane() {
  const files = changed.filter((file) => existsSync(join(root, file)) && /\.(ts|tsx|mjs|js|json|css)$/.test(file))
  const lint = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...files]
  const said = files.length === 0 ? [] : [await run('format and lint of what changed', lint)]
  return [...said, await run('types', typesStep)]
}

async function testLane() {
  const done = await nearTests()
  done.push(...(await engineTests()), ...(await browserTest()))
  return done
}

/** The tests of the projects unit, model and server that import what changed, the nearest first. */
async function nearTests() {
  const inForm = (file) => /^tests\/(unit|model|server)\/.*\.test\.tsx?$/.test(file)
  const near = testsNear(changed).filter(inForm)
  const done = []
  let next = 0
  while (next < Math.min(near.length, filesMax) && left() > batchNeeds) {
    const files = near.slice(next, Math.min(next + batch, filesMax))
    next += files.length
    const result = await run(files.join(' '), vitest(['unit', 'model', 'server'], files))
    if (result.ranNone) notRun.push(`${files.join(' ')}: only in npm run test:full`)
    else done.push(result)
    if (result.verdict !== 'ok') break
  }
  if (near.length > next) notRun.push(`${near.length - next} more test files of unit, model and server that import what changed`)
  return done
}

/** Whether records still arrive exactly once, when what moves or keeps them changed. */
async function engineTests() {
  const touched = changed.some((file) => /^server\/(engine|outbound|platform\/database)\//.test(file))
  if (!touched) {
    notRun.push('the tests of the engine and the faults: nothing of the engine or the database changed')
    return []
  }
  notRun.push('the other tests of the engine and the faults (npm run test:faults)')
  const done = []
  for (const [projects, files, more] of [
    [
      ['engine'],
      ['tests/engine/deliver/success.test.ts', 'tests/engine/deliver/sending.test.ts', 'tests/engine/ledger/ledger-sums.test.ts'],
      [],
    ],
    [['faults'], ['tests/faults/kill.test.ts'], ['-t', 'after-send']],
  ]) {
    if (left() < batchNeeds) notRun.push(`${files.join(' ')}: no time was left`)
    else done.push(await run(files.join(' '), [...vitest(projects, files), ...more]))
  }
  return done
}

/** One walk through the console: of a changed file of tests, or by the folder that changed most. */
async function browserTest() {
  const views = changed.map((file) => /^src\/(?:views|machines|services)\/([^/]+)\//.exec(file)?.[1]).filter(Boolean)
  const [changedSpec] = changed.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file) && existsSync(join(root, file)))
  if (!changedSpec && !changed.some((file) => file.startsWith('src/'))) {
    notRun.push('the browser tests: nothing of the console and none of them changed')
    return []
  }
  const specs = {
    auth: 'auth/session',
    builder: 'builder/builder-newcomer',
    connectors:
      views.length > 0 && changed.some((file) => file.includes('/details/')) ? 'connectors/details' : 'connectors/dashboard',
    studio: 'studio/studio',
    library: 'library/templates',
    alerts: 'alerts/alarms',
    shell: 'shell/shell',
  }
  const filesOf = (name) => views.filter((view) => view === name).length
  const [most] = Object.keys(specs).sort((one, other) => filesOf(other) - filesOf(one))
  const spec = changedSpec ?? `tests/e2e/${filesOf(most) > 0 ? specs[most] : 'kit/journey'}.spec.ts`
  if (left() < browserNeeds) {
    notRun.push(`the browser tests, ${spec} first: no time was left`)
    return []
  }
  const first = firstTestOf(spec)
  if (first === null) {
    notRun.push(`the browser tests; those of ${spec} are only in npm run test:full`)
    return []
  }
  notRun.push(`the browser tests but the first of ${spec}`)
  build()
  return [await run(first, ['node_modules/playwright/cli.js', 'test', first, '--reporter', 'list'])]
}

/** The place of its first test that is not left to the long form; null when all are. A file that cannot be read is named whole: running it says why. */
function firstTestOf(spec) {
  const args = ['node_modules/playwright/cli.js', 'test', spec, '--list', '--reporter', 'json']
  const { stdout } = spawnSync(node, args, { cwd: root, env, encoding: 'utf8', maxBuffer: 2 ** 26 })
  try {
    const { suites, errors } = JSON.parse(stdout)
    const lines = suites.flatMap(linesOf)
    if (lines.length > 0) return `${spec}:${Math.min(...lines)}`
    return errors.every(({ message }) => message.includes('No tests found')) ? null : spec
  } catch {
    return spec
  }
}

/** Where the tests of a file or of a group in it begin. */
function linesOf({ suites = [], specs = [] }) {
  return [...specs.map(({ line }) => line), ...suites.flatMap(linesOf)]
}

function vitest(projects, files) {
  const options = ['--passWithNoTests', '--bail', '1', '--reporter', 'dot', ...projects.flatMap((name) => ['--project', name])]
  return ['node_modules/vitest/vitest.mjs', 'run', ...options, ...files]
}

/** `cut` when the minute was over before it ended; `ranNone` when all its files are left to the long form. What it says is printed when it failed. */
function run(name, args) {
  return new Promise((resolve) => {
    let printed = ''
    // A group of its own: what it started ends with it.
    const child = spawn(node, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        printed += text
      })
    let isCut = false
    const timer = setTimeout(
      () => {
        isCut = true
        end(child)
      },
      Math.max(left(), 0),
    )
    process.once('SIGINT', () => end(child))
    child.on('error', (error) => {
      printed += error.message
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      const verdict = isCut ? 'cut' : code === 0 ? 'ok' : 'FAIL'
      if (verdict === 'FAIL') process.stdout.write(`\n${printed}\n`)
      resolve({ name, verdict, ranNone: printed.includes('No test files found') })
    })
  })
}

/** First in order, so that started databases and products are stopped; then by force. */
function end(child) {
  const signal = (it) => {
    try {
      process.kill(-child.pid, it)
    } catch {
      // It has ended already.
    }
  }
  signal('SIGTERM')
  setTimeout(() => signal('SIGKILL'), 5_000).unref()
}

function browserOf(path) {
  return path ? { CHROMIUM_PATH: path } : {}
}

/** Paths from the root: what was committed since the branch left main, what is not committed, and what is not tracked yet. */
function changedFiles() {
  const [base = 'HEAD'] = ['main', 'origin/main'].flatMap((name) => git('merge-base', 'HEAD', name))
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])]
}

function git(...args) {
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return (stdout ?? '').split('\n').filter(Boolean)
}

/** Test files in the order of how many imports lead from them to what changed. */
function testsNear(files) {
  const importers = new Map()
  const sources = git('ls-files', '--cached', '--others', '--exclude-standard', 'contract', 'server', 'src', 'tests', 'scripts')
  for (const file of sources.filter((it) => /\.(ts|tsx|mjs)$/.test(it) && existsSync(join(root, it)))) {
    for (const target of importsOf(file)) importers.set(target, [...(importers.get(target) ?? []), file])
  }
  const seen = new Set(files)
  for (const file of seen) for (const importer of importers.get(file) ?? []) seen.add(importer)
  return [...seen].filter((file) => existsSync(join(root, file)))
}

function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import|import\()\s*'([#.][^']+)'/g)].map(([, target]) =>
    target.startsWith('#') ? target.slice(1) : relative(root, join(root, dirname(file), target)),
  )
}
