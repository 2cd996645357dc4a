/**
 * Finds a Chromium for the browser tests. The short form takes the headless shell, which draws the same pages with half of the work; the long form
 * takes the whole browser. One that is installed, Debian's package when we may install it, Playwright's own otherwise.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installFromDebian } from './debian.mjs'
import { fail, node, root } from './prepare.mjs'

const shell = '/usr/bin/chromium-headless-shell'
const whole = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const takesWhole = process.env.FORM === 'full'

/** The path of an executable browser; installs one when there is none. Exits with a sentence when none can be had. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : fail(`CHROMIUM_PATH names ${named}, which does not exist.`)
  return (
    (takesWhole ? undefined : (installedShell() ?? shellFromDebian())) ??
    installedWhole() ??
    wholeFromDebian() ??
    fromPlaywright() ??
    fail('No Chromium was found and none could be installed. Install one and set CHROMIUM_PATH to it.')
  )
}

/** The browser of a run that was started without `npm test`: nothing is installed for it. */
export function installedChromium() {
  return process.env.CHROMIUM_PATH ?? (takesWhole ? undefined : installedShell()) ?? installedWhole()
}

const installedShell = () => (existsSync(shell) ? shell : undefined)
const installedWhole = () => whole.find((path) => existsSync(path))

const shellFromDebian = () =>
  installFromDebian('headless Chromium for the browser tests', ['chromium-headless-shell']) ? installedShell() : undefined
const wholeFromDebian = () => (installFromDebian('chromium for the browser tests', ['chromium']) ? installedWhole() : undefined)

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
