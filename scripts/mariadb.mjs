/** Finds a MariaDB server for the tests of the database kind: an installed one, or Debian's when we may install it. Prints the path of `mariadbd`; else says why there is none and ends with 1. */
import { existsSync } from 'node:fs'
import { installFromDebian } from './debian.mjs'

const usual = ['/usr/sbin/mariadbd', '/usr/local/sbin/mariadbd', '/usr/local/bin/mariadbd', '/opt/homebrew/bin/mariadbd']

const isWhole = (path) => existsSync(path) && (path !== usual[0] || existsSync('/usr/bin/my_print_defaults'))
const installedOne = () => [process.env.MARIADBD_PATH ?? '', ...usual].find((path) => path !== '' && isWhole(path))

const fromDebian = () =>
  installFromDebian('MariaDB server for the tests', ['mariadb-server-core', 'mariadb-client-core'], ['--no-install-recommends'])
    ? installedOne()
    : undefined

const found = installedOne() ?? fromDebian()
if (found) process.stdout.write(found)
else {
  process.stderr.write(
    'no mariadbd found (Debian: apt-get install mariadb-server-core mariadb-client-core; or set MARIADBD_PATH)',
  )
  process.exitCode = 1
}
