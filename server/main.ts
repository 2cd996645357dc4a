/** The process: reads the environment, starts the product, says where it is, and ends it in order. */
import { boot, type Product } from './boot.ts'
import { type Config, readConfig } from './config.ts'
import { createLog } from './log.ts'
import { demoPeople } from './seed.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

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

function tell({ publicUrl, role, demo }: Config, { seeded, database }: Product): void {
  const store = database.kind === 'embedded' ? 'the embedded database' : 'PostgreSQL'
  say(`\nDatacrane is ready at ${publicUrl} (${role === 'both' ? 'API and engine' : role}, ${store} ${database.serverVersion})`)
  if (role === 'worker') return
  if (seeded?.kind === 'made' || seeded?.kind === 'given') {
    const password = seeded.kind === 'made' ? seeded.password : demo.password
    for (const { email, role: rank } of demoPeople) say(`Sign in: ${email} / ${password}  (${rank})`)
    if (seeded.kind === 'made') say('This password is told once. DEMO_PASSWORD sets another one.')
  } else if (seeded?.kind === 'known') {
    for (const { email, role: rank } of demoPeople) say(`Sign in: ${email}  (${rank})`)
    say('The password was told at the first start. DEMO_PASSWORD sets another one.')
  }
}

const config = readEnvironment()
const log = createLog(config.logLevel)

function die(thrown: unknown, what: string): never {
  log.fatal({ err: thrown }, what)
  process.exit(1)
}
process.on('uncaughtException', (thrown) => die(thrown, 'uncaught'))
process.on('unhandledRejection', (thrown) => die(thrown, 'unhandled rejection'))

const product = await boot({ config, log, fault: (error) => die(error, 'the embedded database ended') }).catch(fail)

let isEnding = false
async function end(signal: string): Promise<void> {
  // Whoever asks twice does not want to wait.
  if (isEnding) process.exit(1)
  isEnding = true
  log.info({ signal }, 'stopping')
  try {
    await product.stop()
  } catch (thrown) {
    die(thrown, 'could not stop in order')
  }
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(signal))

tell(config, product)
