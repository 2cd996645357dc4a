/** The key that all others are made of, as processes that start together find it. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'

import { loadMasterKey } from '#server/platform/security/master-key.ts'

const together = 2
const rounds = 300

/** Waits in each round until all are there, then asks for the key of that round's folder, and says what it was told. */
const program = `
const { parentPort, workerData: { module, folders, gate, together } } = require('node:worker_threads')
import(module).then(({ loadMasterKey }) => {
  const here = new Int32Array(gate)
  parentPort.postMessage(folders.map((dataDir, round) => {
    Atomics.add(here, round, 1)
    while (Atomics.load(here, round) < together);
    try {
      return loadMasterKey({ secretKey: null, dataDir })
    } catch (thrown) {
      return thrown.message
    }
  }))
})`

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'datacrane-key-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

it('is one and whole for all that start at the same moment', async () => {
  const parent = folder()
  const folders = Array.from({ length: rounds }, (_, round) => join(parent, String(round)))
  const gate = new SharedArrayBuffer(4 * rounds)
  const module = new URL('../../../server/platform/security/master-key.ts', import.meta.url).href
  const told = await Promise.all(
    Array.from(
      { length: together },
      () =>
        new Promise<string[]>((resolve, reject) => {
          const worker = new Worker(program, { eval: true, workerData: { module, folders, gate, together } })
          worker.once('message', resolve).once('error', reject)
        }),
    ),
  )
  for (const [round, dataDir] of folders.entries()) {
    const kept = loadMasterKey({ secretKey: null, dataDir })
    expect(told.map((keys) => keys[round])).toEqual(new Array(together).fill(kept))
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
  }
})

it('is not used when it is cut short', () => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'secret.key'), 'dG9vIHNob3J0')
  expect(() => loadMasterKey({ secretKey: null, dataDir })).toThrow(/is incomplete/)
})
