/** Stately's inspector beside a page: the page stays usable, and the inspector hears of its actors, without secrets. */
import { chromium } from 'playwright'
import { build } from 'vite'
import { expect, it } from 'vitest'

const entry = `
  import { createActor } from 'xstate'
  import { openStately } from '/src/inspector/stately.ts'
  import { inspect } from '/src/services/kit/inspection.ts'
  import { sessionMachine } from '/src/machines/auth/sign-in/session.machine.ts'
  openStately()
  const session = createActor(sessionMachine.provide({ actors: {} }), { inspect }).start()
  session.send({ type: 'browser.cleared' })
  session.send({ type: 'user.wroteEmail', email: 'ada@example.test' })
  session.send({ type: 'user.wrotePassword', password: 'canary-7f3a' })
  document.title = session.getSnapshot().context.email
`
const virtual = {
  name: 'entry',
  enforce: 'pre' as const,
  resolveId: (id: string) =>
    id.endsWith('virtual:entry') ? '\0virtual:entry' : id.startsWith('/src/') ? `${process.cwd()}${id}` : null,
  load: (id: string) => (id === '\0virtual:entry' ? entry : null),
}

it('hears each actor of a page that goes on, and no secret', async () => {
  const built = await build({
    ...{ configFile: false, logLevel: 'silent', plugins: [virtual] },
    build: { write: false, minify: false, lib: { entry: 'virtual:entry', formats: ['iife'], name: 'page', fileName: 'page' } },
  })
  const [chunk] = [built].flat().flatMap((it) => ('output' in it ? it.output : []))
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const page = await browser.newPage()
    // The window of the inspector: it connects, and keeps what is posted to it.
    await page.addInitScript(`
      window.heard = []
      window.open = (url) => {
        window.heard.push(String(url))
        setTimeout(() => window.postMessage({ type: '@statelyai.connected' }, '*'))
        return { closed: false, postMessage: (it) => void window.heard.push(JSON.stringify(it)) }
      }`)
    await page.goto('about:blank')
    await page.addScriptTag({ content: chunk !== undefined && 'code' in chunk ? chunk.code : '' })
    expect(await page.title()).toBe('ada@example.test')
    await page.waitForFunction('window.heard.length > 3', undefined, { timeout: 15_000 })
    const heard = await page.evaluate<string[]>('window.heard')
    expect(heard[0]).toContain('stately.ai')
    expect(heard.filter((it) => it.includes('user.wroteEmail')).length).toBeGreaterThan(0)
    expect(heard.join(' ')).not.toContain('canary-7f3a')
  } finally {
    await browser.close()
  }
}, 60_000)
