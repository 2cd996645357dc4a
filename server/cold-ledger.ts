/**
 * `npm run cold-ledger -- list` names the weeks of the ledger that lie in files, `-- restore --company <id> --week <day> [--days 30]` brings a company's
 * week back into the database, and `-- freeze --weeks <number>` does now what the job does. It reads the same environment as the product, which may run
 * meanwhile with PostgreSQL; with the embedded database, stop it first.
 */
import { parseArgs } from 'node:util'
import { holdWeek } from './engine/ledger/cold-weeks.repository.ts'
import { restoreWeek } from './engine/ledger/cold-weeks.ts'
import { doColdLedger } from './features/admin/cold-ledger/cold-job.ts'
import { readConfig } from './platform/config/config.ts'
import { coldStoreOf, createCold, setCold } from './platform/database/cold/cold.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { nameOfWeek, weekOf } from './platform/database/ledger-weeks.ts'
import { createLog } from './platform/logging/log.ts'
import { listAllColdWeeks } from './records/ledger/cold-files.repository.ts'

const usage =
  'Choose list, restore or freeze: npm run cold-ledger -- list, or npm run cold-ledger -- restore --company <id> --week <YYYY-MM-DD>'
const line = (sentence: string) => process.stdout.write(`${sentence}\n`)
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ company: { type: 'string' }, week: { type: 'string' } },
    ...{ days: { type: 'string', default: '30' }, weeks: { type: 'string' } },
  },
})

/** Tests end the process after a step. */
const after = (step: string) => {
  if (step === readConfig(process.env).crashAt) process.kill(process.pid, 'SIGKILL')
}

async function list({ db }: Database): Promise<void> {
  const weeks = await listAllColdWeeks(db)
  if (weeks.length === 0) line('No weeks of the ledger are stored in files.')
  for (const { week, company, companyId, rows, bytes } of weeks)
    line(`${week}  ${rows} rows  ${megabytes(bytes)}  ${companyId}  ${company}`)
}

async function restore({ db }: Database): Promise<void> {
  const { company: companyId, week: day, days } = values
  if (companyId === undefined || day === undefined || Number.isNaN(Date.parse(day))) throw new Error(usage)
  const week = weekOf(Date.parse(day))
  const held = Number(days)
  if (!Number.isInteger(held) || held < 1 || held > 3_650) throw new Error('--days must be a whole number from 1 to 3650.')
  // First: the job must not move it back in between.
  await holdWeek(db, week, held)
  if (!(await restoreWeek({ db, after }, { companyId, week })))
    throw new Error(`The week ${nameOfWeek(week)} of this company is not stored in files.`)
  line(`Restored the week ${nameOfWeek(week)}. It stays in the database for ${held} days.`)
}

async function run(): Promise<void> {
  const config = readConfig(process.env)
  const [command] = positionals
  const { databaseUrl: url, dataDir } = config
  if (command !== 'list' && command !== 'restore' && command !== 'freeze') throw new Error(usage)
  const database = await openDatabase({ url, dataDir })
  const cold = createCold(coldStoreOf(config))
  setCold(database.db, cold)
  try {
    if (command === 'list') await list(database)
    else if (command === 'restore') await restore(database)
    else {
      const weeks =
        values.weeks === undefined ? config.coldWeeks : readConfig({ ...process.env, COLD_LEDGER_WEEKS: values.weeks }).coldWeeks
      if (weeks === null)
        throw new Error('Set COLD_LEDGER_WEEKS, or name the number of weeks: npm run cold-ledger -- freeze --weeks 12')
      await doColdLedger({ db: database.db, log: createLog('info'), weeks, after })
    }
  } finally {
    cold.close()
    await database.close()
  }
}

try {
  await run()
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exitCode = 1
}
