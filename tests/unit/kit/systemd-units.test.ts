/** The units of `deploy/systemd`: what they start is there, and systemd takes them. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const folder = 'deploy/systemd'
const units = readdirSync(folder)
const settingOf = (text: string, name: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1)

it.each(units)('%s starts the program, gives it time to drain, and takes rights away', (unit) => {
  const text = readFileSync(join(folder, unit), 'utf8')
  const [node, ...rest] = settingOf(text, 'ExecStart')?.split(' ') ?? []
  expect(node).toBe('/opt/datacrane/node_modules/.bin/node')
  const script = rest.at(-1) ?? ''
  expect(existsSync(script)).toBe(true)
  expect(Number(settingOf(text, 'TimeoutStopSec'))).toBeGreaterThanOrEqual(30)
  expect(settingOf(text, 'KillSignal')).toBe('SIGTERM')
  expect(settingOf(text, 'NoNewPrivileges')).toBe('true')
  const { ROLE, DATA_DIR = '' } = Object.fromEntries(
    (settingOf(text, 'Environment') ?? '').split(' ').map((pair) => pair.split('=')),
  ) as Record<string, string>
  expect(ROLE).toBe(unit.includes('api') ? 'api' : 'worker')
  // What the program writes lies where systemd lets it.
  expect(DATA_DIR).toBe(`/var/lib/${settingOf(text, 'StateDirectory')}`)
})

const isHere = spawnSync('systemd-analyze', ['--version']).error === undefined
if (!isHere) process.stdout.write('systemd-analyze is not here: the units are not verified\n')

it.runIf(isHere)('systemd takes them without a word', () => {
  const place = mkdtempSync(join(tmpdir(), 'datacrane-units-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  for (const unit of units) {
    // The program of the unit is that of another machine; a template is verified as one of its instances.
    const text = readFileSync(join(folder, unit), 'utf8').replace('/opt/datacrane/node_modules/.bin/node', process.execPath)
    const path = join(place, unit.replace('@.', '@1.'))
    writeFileSync(path, text)
    const { stdout, stderr, status } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
    expect({ status, said: `${stdout}${stderr}` }, unit).toEqual({ status: 0, said: '' })
  }
})
