/** Installs nginx and Caddy from Debian for the tests, where we may. */
import { installFromDebian } from './debian.mjs'

process.exitCode = installFromDebian('nginx and Caddy for the tests', ['nginx-light', 'caddy'], ['--no-install-recommends'])
  ? 0
  : 1
