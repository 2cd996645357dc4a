/** Finds a NATS server for the tests of streams: an installed one, or Debian's when we may install it. Prints the path of `nats-server`; else says why there is none and ends with 1. */
import { existsSync } from 'node:fs'
import { installFromDebian } from './debian.mjs'

const usual = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server', '/opt/homebrew/bin/nats-server']

const installedOne = () => [process.env.NATS_SERVER_PATH ?? '', ...usual].find((path) => path !== '' && existsSync(path))
const fromDebian = () =>
  installFromDebian('NATS server for the tests', ['nats-server'], ['--no-install-recommends']) ? installedOne() : undefined

const found = installedOne() ?? fromDebian()
if (found) process.stdout.write(found)
else {
  process.stderr.write('no nats-server found (Debian: apt-get install nats-server; or set NATS_SERVER_PATH)')
  process.exitCode = 1
}
