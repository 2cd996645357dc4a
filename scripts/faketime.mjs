/** Finds libfaketime for the tests of wrong clocks: an installed one, or Debian's. Prints the path of the library; else says why there is none and ends with 1. */
import { globSync } from 'node:fs'
import { installFromDebian } from './debian.mjs'

const installedOne = () => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]

const isThere =
  installedOne() !== undefined || installFromDebian('faketime for the tests', ['faketime'], ['--no-install-recommends'])
const found = isThere ? installedOne() : undefined
if (found) process.stdout.write(found)
else {
  process.stderr.write('libfaketime is not installed (Debian: apt-get install faketime)')
  process.exitCode = 1
}
