/** Finds a Chromium for the browser tests: one that is installed, Debian's package when we may install it, Playwright's own otherwise. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installFromDebian } from './debian.mjs'
import { fail, node, root } from './prepare.mjs'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of an executable browser; installs one when there is none. Exits with a sentence when none can be had. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : fail(`CHROMIUM_PATH names ${named}, which does not exist.`)
  return (
    installedOne() ??
    fromDebian() ??
    fromPlaywright() ??
    fail('No Chromium was found and none could be installed. Install one and set CHROMIUM_PATH to it.')
  )
}

function installedOne() {
  return usual.find((path) => existsSync(path))
}

const fromDebian = () => (installFromDebian('chromium for the browser tests', ['chromium']) ? installedOne() : undefined)

function fromPlaywright() {
  console.log("Installing Playwright's chromium for the browser tests…")
  const { status } = spawnSync(node, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) return undefined
  const asked = spawnSync(node, ['-e', "process.stdout.write(require('playwright').chromium.executablePath())"], {
    cwd: root,
    encoding: 'utf8',
  })
  return existsSync(asked.stdout) ? asked.stdout : undefined
}
