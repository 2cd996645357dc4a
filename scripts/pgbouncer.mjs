/** Finds PgBouncer for the tests: an installed one, or Debian's when we may install it. Prints its path; else says why there is none and ends with 1. */
import { existsSync } from 'node:fs'
import { installFromDebian } from './debian.mjs'

const usual = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer']
const installedOne = () => [process.env.PGBOUNCER_PATH ?? '', ...usual].find((path) => path !== '' && existsSync(path))

const fromDebian = () =>
  installFromDebian('PgBouncer for the tests', ['pgbouncer'], ['--no-install-recommends']) ? installedOne() : undefined

const found = installedOne() ?? fromDebian()
if (found) process.stdout.write(found)
else {
  process.stderr.write('PgBouncer was not found. Install it (Debian: apt-get install pgbouncer) or set PGBOUNCER_PATH.')
  process.exitCode = 1
}
