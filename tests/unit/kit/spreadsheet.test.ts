/** A cell of our CSV never begins a formula (threat T-CSV, finding T11). */
import { expect, it } from 'vitest'

import { csvLine } from '#server/features/kit/spreadsheet.ts'

const unseen = [0x01, 0x07, 0x20, 0xad, 0x34f, 0x61c, 0x180e, 0x200b, 0x200e, 0x202e, 0x2060, 0x2066, 0xfeff]

it.each(['=', '+', '-', '@', '\uff1d'])(
  'a text that begins with %s is quoted, whatever unseen characters come before it',
  (sign) => {
    for (const code of unseen) {
      const text = `${String.fromCharCode(code)}${sign}cmd`
      expect(csvLine([text, `a${text}`]), code.toString(16)).toBe(`"'${text}","a${text}"\r\n`)
    }
  },
)
