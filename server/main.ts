/** The process: reads the environment, starts the product, prints the address and shuts down in order. */
import { greeting } from './features/shell/greeting.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { createLog, readableLine } from './platform/logging/log.ts'

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

// The reader of the first line may have closed the pipe (`npm start | head -1`); the product keeps running.
process.stdout.on('error', () => {})

const config = readEnvironment()
/** Whether a person reads the output on a terminal. */
const isTerminal = process.stdout.isTTY === true
const log = createLog(config.logLevel, undefined, isTerminal ? readableLine : undefined)

function die(thrown: unknown, what: string): never {
  log.fatal({ err: thrown }, what)
  process.exit(1)
}
process.on('uncaughtException', (thrown) => die(thrown, 'uncaught'))
process.on('unhandledRejection', (thrown) => die(thrown, 'unhandled rejection'))

// Loaded late, so that a wrong environment is reported at once.
const { boot } = await import('./boot.ts')
const product = await boot({ config, log }).catch(fail)

let isEnding = false
async function end(signal: string): Promise<void> {
  // A second signal means: do not wait.
  if (isEnding) process.exit(1)
  isEnding = true
  log.info({ signal }, 'stopping')
  try {
    const runs = await product.stop()
    const where = product.database.kind === 'embedded' ? 'at the next start' : 'when another process is free'
    const goesOn = runs === 0 ? '' : ` ${runs === 1 ? '1 run continues' : `${runs} runs continue`} ${where}.`
    process.stdout.write(`Stopped.${goesOn}\n`)
  } catch (thrown) {
    die(thrown, 'could not stop cleanly')
  }
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(signal))

// Written in one piece, so that a program that waits for the first line has the rest as well.
process.stdout.write(greeting(config, product, isTerminal))
