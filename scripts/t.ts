/**
 * `npm run t -- <file>…`: runs test files with their projects. A part of a path is enough, and the file of a machine or a service runs the tests that have
 * its name. What begins with `-` goes to the test runner: `npm run t -- overview -t "search"`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { installedChromium } from './chromium.mjs'

/** A part of a path that finds more files than this is a mistake. */
const filesMax = 12

const isTest = (file: string) => /^tests\/.*\.(test\.tsx?|spec\.ts)$/.test(file)
const stemOf = (file: string) => basename(file).split('.')[0]
/** Their parts have the same names in every layer. */
const featureOf = (file: string) => /^(?:contract|src\/\w+|server\/features|server|tests\/\w+)\/([\w-]+)\//.exec(file)?.[1]

/** The test files that a path, a part of one or a file under test means. Paths are relative to the root. */
export function testsFor(asked: string, files: readonly string[]): readonly string[] {
  const tests = files.filter(isTest)
  if (tests.includes(asked)) return [asked]
  if (!files.includes(asked)) return tests.filter((file) => file.includes(asked))
  const named = tests.filter((file) => stemOf(file) === stemOf(asked))
  const near = named.filter((file) => featureOf(file) === featureOf(asked))
  return near.length > 0 ? near : named
}

/** The arguments for Node that run these test files: one list for Vitest, one for Playwright, each where it has files. */
export function commandsFor(tests: readonly string[], options: readonly string[]): readonly (readonly string[])[] {
  const inBrowser = tests.filter((file) => file.startsWith('tests/e2e/'))
  const others = tests.filter((file) => !inBrowser.includes(file))
  const projects = new Set(others.map((file) => (file === 'tests/architecture.test.ts' ? 'unit' : file.split('/')[1])))
  const ofVitest = ['node_modules/vitest/vitest.mjs', 'run', ...[...projects].flatMap((name) => ['--project', String(name)])]
  return [
    ...(others.length > 0 ? [[...ofVitest, ...others, ...options]] : []),
    ...(inBrowser.length > 0 ? [['node_modules/playwright/cli.js', 'test', ...inBrowser, ...options]] : []),
  ]
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function run(args: readonly string[]): void {
  const first = args.findIndex((it) => it.startsWith('-'))
  const [asked, options] = first === -1 ? [args, []] : [args.slice(0, first), args.slice(first)]
  if (asked.length === 0) fail('Name a test file: npm run t -- tests/unit/connectors/overview.test.ts')
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const files = listed.stdout.split('\n')
  const tests = new Set(
    asked.flatMap((name) => {
      const found = testsFor(relative('.', name), files)
      return found.length > 0 ? found : fail(`No test file matches ${name}.`)
    }),
  )
  console.log([...tests].join('\n'))
  if (tests.size > filesMax) fail(`These are ${tests.size} files. Name at most ${filesMax}, or use npm run test:quick.`)
  const config = readFileSync('vitest.config.ts', 'utf8')
  const isLeftOut = [...tests].some((file) => config.includes(`'${file}'`))
  const chromium = installedChromium()
  const env = {
    ...process.env,
    ...(isLeftOut ? { FORM: 'full' } : {}),
    ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }),
  }
  const ends = commandsFor([...tests], options).map(
    (command) => spawnSync(process.execPath, command, { stdio: 'inherit', env }).status,
  )
  process.exitCode = ends.every((status) => status === 0) ? 0 : 1
}

if (import.meta.main) run(process.argv.slice(2))
