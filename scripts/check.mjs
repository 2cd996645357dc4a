/** `npm run check`: format, lint, types, dead code, licences, architecture. Each is one yes or no. */
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { install, node, root } from './prepare.mjs'

/**
 * Types. `tsconfig.json` keeps a cache, so files that did not change are not checked again. One checker: several of them work out the same types again, and
 * the tests beside them need the cores.
 */
export const typesStep = ['node_modules/@typescript/native/bin/tsc', '--noEmit', '--checkers', '1']
/** Its proofs have a limit of time: beside other work they are not found in time. */
export const timedStep = 'regular expressions'
const steps = {
  'format and lint': ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  types: typesStep,
  'dead code': ['node_modules/knip/bin/knip.js'],
  [timedStep]: ['scripts/regexes.mjs'],
  'GraphQL schema': ['scripts/graph-schema.ts'],
  licences: ['scripts/licences.ts'],
  architecture: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', 'tests/architecture.test.ts', '--reporter', 'dot'],
}

export const stepNames = Object.keys(steps)

/** Runs the steps one after the other; resolves with the names of those that failed. @param write takes what they say, piece by piece. */
export async function check(names = stepNames, write = (text) => process.stdout.write(text)) {
  const failed = []
  for (const name of names) {
    const status = await runStep(steps[name], write)
    write(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}\n`)
    if (status !== 0) failed.push(name)
  }
  return failed
}

/** Resolves with the exit code of one step, null when it did not end by itself. */
function runStep(args, write) {
  return new Promise((resolve) => {
    // Checks have one form: the full form of the tests leaves files out that knip would call unused.
    const child = spawn(node, args, { cwd: root, env: { ...process.env, FORM: 'short' }, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write)
    child.on('error', (error) => {
      write(`${error.message}\n`)
      resolve(null)
    })
    child.on('close', resolve)
  })
}

// Paths, not addresses: a space is `%20` in an address, and a link leads elsewhere than it is named.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  install()
  const failed = await check()
  process.exitCode = failed.length === 0 ? 0 : 1
}
