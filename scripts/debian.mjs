/** Debian's packages for the tests, where we may install them. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether the packages stand. Two who ask at once wait for each other. @param told what a person reads meanwhile. */
export function installFromDebian(told, packages, options = []) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.error(`Installing Debian's ${told}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-qq', ...args], { stdio: 'ignore', env }).status === 0
  const install = ['-y', ...options, 'install', ...packages]
  return apt(...install) || (apt('update') && apt(...install))
}
