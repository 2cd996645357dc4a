/** The process: reads the environment, starts the product, says where it is, and ends it in order. */
import type { Product } from './boot.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { createLog } from './platform/logging/log.ts'

function fail(thrown: unknown): never {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exit(1)
}

function readEnvironment(): Config {
  try {
    return readConfig(process.env)
  } catch (thrown) {
    fail(thrown)
  }
}

/** In one piece, so that whoever waits for the first line has the rest as well. */
function tell({ publicUrl, role, demo }: Config, { seeded, setupToken, database }: Product): void {
  const store = database.kind === 'embedded' ? 'the embedded database' : 'PostgreSQL'
  const does = role === 'both' ? 'API and engine' : role
  const lines = ['', `Datacrane is ready at ${publicUrl} (${does}, ${store} ${database.serverVersion})`]
  if (role !== 'worker' && seeded && seeded.kind !== 'other') {
    const password = seeded.kind === 'made' ? seeded.password : seeded.kind === 'given' ? demo.password : null
    lines.push(...seeded.people.map((it) => `Sign in: ${it.email}${password === null ? '' : ` / ${password}`}  (${it.role})`))
    if (seeded.kind === 'made') lines.push('It is shown only this once. DEMO_PASSWORD sets another one.')
    if (seeded.kind === 'known') lines.push('The password was told at the first start. DEMO_PASSWORD sets another one.')
  }
  if (setupToken !== null) {
    lines.push(`Open ${publicUrl} to set up the operator.`)
    lines.push(`Setup token: ${setupToken}`)
    lines.push('It is good once, for 24 hours. Another start prints another one.')
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

// Whoever read the first line may have gone (`npm start | head -1`): the product is there for others.
process.stdout.on('error', () => {})

const config = readEnvironment()
const log = createLog(config.logLevel)

function die(thrown: unknown, what: string): never {
  log.fatal({ err: thrown }, what)
  process.exit(1)
}
process.on('uncaughtException', (thrown) => die(thrown, 'uncaught'))
process.on('unhandledRejection', (thrown) => die(thrown, 'unhandled rejection'))

// Late, so that a wrong environment is told at once.
const { boot } = await import('./boot.ts')
const product = await boot({ config, log }).catch(fail)

let isEnding = false
async function end(signal: string): Promise<void> {
  // Whoever asks twice does not want to wait.
  if (isEnding) process.exit(1)
  isEnding = true
  log.info({ signal }, 'stopping')
  try {
    const runs = await product.stop()
    const where = product.database.kind === 'embedded' ? 'at the next start' : 'as soon as a process has room'
    const goesOn = runs === 0 ? '' : ` ${runs === 1 ? '1 run goes' : `${runs} runs go`} on ${where}.`
    process.stdout.write(`Stopped.${goesOn}\n`)
  } catch (thrown) {
    die(thrown, 'could not stop in order')
  }
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(signal))

tell(config, product)
