/** Processes that are killed, stopped and continued. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

import { compileCache } from '../../server/kit/launched.ts'
import type { RunnerSettings } from './runner.ts'

const runner = fileURLToPath(new URL('./runner.ts', import.meta.url))

export type Life = {
  readonly child: ChildProcess
  readonly said: () => string
  readonly complained: () => string
  readonly gone: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
}

/** Starts a program of our own; it does not outlive the test. */
export function liveAs(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Life {
  const env = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compileCache, ...environment }
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let said = ''
  let complained = ''
  child.stdout?.on('data', (text) => {
    said += text
  })
  child.stderr?.on('data', (text) => {
    complained += text
  })
  const gone = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, said: () => said, complained: () => complained, gone }
}

/** An engine in a process of its own. */
export const live = (
  settings: RunnerSettings,
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Life => liveAs([...flags, runner, JSON.stringify(settings)], environment)
