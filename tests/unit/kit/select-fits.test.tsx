/** A long word of a select in a narrow window, laid out by a real browser. */
import { chromium } from 'playwright'
import { renderToString } from 'react-dom/server'
import { ServerStyleSheet } from 'styled-components'
import { expect, it } from 'vitest'

import { Select } from '#src/views/kit/controls/Select.tsx'

const long = 'Every kind of order that a shop of any size ever took '.repeat(4)

it.each([
  ['a form', { display: 'grid', gap: 16 }],
  ['a row of tools', { display: 'flex', flexWrap: 'wrap' }],
  ['a block', {}],
] as const)(
  'fits 320 pixels in %s',
  async (_, style) => {
    const sheet = new ServerStyleSheet()
    const body = renderToString(
      sheet.collectStyles(
        <fieldset style={style}>
          <Select label="Category" options={{ a: long }} value="a" onChoose={() => {}} />
        </fieldset>,
      ),
    )
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    })
    try {
      const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
      await page.setContent(`<!doctype html>${sheet.getStyleTags()}${body}`)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    } finally {
      await browser.close()
    }
  },
  60_000,
)
