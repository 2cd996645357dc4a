/** The process: reads the environment, starts the product, says where it is, and ends it in order. */
import { greeting } from './features/shell/greeting.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { createLog } from './platform/logging/log.ts'
import { readableLine } from './platform/logging/readable-line.ts'

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

// Whoever read the first line may have gone (`npm start | head -1`): the product is there for others.
process.stdout.on('error', () => {})

const config = readEnvironment()
/** Whether a person reads along. */
const isTerminal = process.stdout.isTTY === true
const log = createLog(config.logLevel, undefined, isTerminal ? readableLine : undefined)

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

// In one piece, so that whoever waits for the first line has the rest as well.
process.stdout.write(greeting(config, product, isTerminal))
