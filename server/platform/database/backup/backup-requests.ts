/** `npm run backup` beside a running product: a request is a file in the data folder, which nobody else can write, and so is the answer. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../database.ts'

type Request = { readonly id: string; readonly to: string }
type Answer = { readonly id: string; readonly problem: string | null }

/** Milliseconds. */
const poll = 500
const patience = 600_000

const requestIn = (dataDir: string) => join(dataDir, 'backup-request.json')
const answerIn = (dataDir: string, id: string) => join(dataDir, `backup-answer-${id}.json`)

/** Whole or not at all. */
function write(path: string, value: Request | Answer): void {
  writeFileSync(`${path}.part`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${path}.part`, path)
}

async function answer(
  copyTo: NonNullable<Database['copyTo']>,
  dataDir: string,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<void> {
  const path = requestIn(dataDir)
  if (!existsSync(path)) return
  const { id, to } = JSON.parse(readFileSync(path, 'utf8')) as Request
  rmSync(path)
  const problem = await copyTo(to).then(
    () => null,
    (thrown: Error) => thrown.message,
  )
  if (problem === null) log.info({ to }, 'the database was copied for a backup')
  else log.warn({ to, problem }, 'the database could not be copied for a backup')
  write(answerIn(dataDir, id), { id, problem })
}

/** Copies the embedded database when it is asked to. Until the returned function is called. */
export function takeBackupRequests(
  { copyTo }: Database,
  dataDir: string,
  log: Pick<Logger, 'info' | 'warn'>,
): () => Promise<void> {
  if (copyTo === null) return async () => {}
  let isOver = false
  let work = Promise.resolve()
  const timer = setInterval(() => {
    work = work.then(async () => {
      if (!isOver) await answer(copyTo, dataDir, log).catch((thrown: unknown) => log.warn({ err: thrown }, 'a backup failed'))
    })
  }, poll)
  timer.unref()
  return async () => {
    isOver = true
    clearInterval(timer)
    await work
  }
}

/** Asks the product that uses the folder. @throws an Error of one sentence */
export async function requestBackup(dataDir: string, to: string, limit = patience): Promise<void> {
  const id = randomUUID()
  write(requestIn(dataDir), { id, to })
  const path = answerIn(dataDir, id)
  for (const until = Date.now() + limit; !existsSync(path); await sleep(poll)) {
    if (Date.now() > until) {
      rmSync(requestIn(dataDir), { force: true })
      throw new Error("The Datacrane process that uses the data folder doesn't respond. Stop it, then run the backup again.")
    }
  }
  const { problem } = JSON.parse(readFileSync(path, 'utf8')) as Answer
  rmSync(path)
  if (problem !== null) throw new Error(`The backup could not be written: ${problem}`)
}
