/** Finds a MariaDB server for the tests of the database kind: an installed one, or Debian's when we may install it. Prints the path of `mariadbd`; else says why there is none and ends with 1. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const usual = ['/usr/sbin/mariadbd', '/usr/local/sbin/mariadbd', '/usr/local/bin/mariadbd', '/opt/homebrew/bin/mariadbd']

const isWhole = (path) => existsSync(path) && (path !== usual[0] || existsSync('/usr/bin/my_print_defaults'))
const installedOne = () => [process.env.MARIADBD_PATH ?? '', ...usual].find((path) => path !== '' && isWhole(path))

function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.error("Installing Debian's MariaDB server for the tests…")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Two test files may ask at once: the second waits for the first.
  const apt = (...args) =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-qq', ...args], { stdio: 'ignore', env }).status === 0
  const install = ['-y', '--no-install-recommends', 'install', 'mariadb-server-core', 'mariadb-client-core']
  return apt(...install) || (apt('update') && apt(...install)) ? installedOne() : undefined
}

const found = installedOne() ?? fromDebian()
if (found) process.stdout.write(found)
else {
  process.stderr.write(
    'no mariadbd found (Debian: apt-get install mariadb-server-core mariadb-client-core; or set MARIADBD_PATH)',
  )
  process.exitCode = 1
}
