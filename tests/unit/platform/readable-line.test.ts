/** The log as a person reads it on a terminal. */
import { expect, it } from 'vitest'
import { createLog, readableLine } from '#server/platform/logging/log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = []
  write(createLog('debug', { write: (line) => void lines.push(line) }, readableLine))
  return lines
}

it('is one line with the time of day, the level, the message and what else is told', () => {
  const [line = '', ...more] = logged((log) => log.info({ path: '/api/x', status: 404, password: 'hunter2' }, 'answered'))
  expect(line).toMatch(/^\d\d:\d\d:\d\d info {2}answered path=\/api\/x status=404 password=\[secret\]\n$/)
  expect(more).toEqual([])
})

it('tells of an error what it is and where it came from', () => {
  const [line = ''] = logged((log) => log.error({ err: new TypeError('no such thing') }, 'failed'))
  expect(line).toMatch(/^\d\d:\d\d:\d\d error failed TypeError: no such thing \(at .*readable-line\.test\.ts.*\)\n$/)
})

it('stays on its line and moves no cursor, whatever is in it', () => {
  const evil = 'a\nb\r\u001b[2J\u0007\u009b31m\u007f\u2028"'
  const [line = ''] = logged((log) => log.warn({ [evil]: evil, list: [evil], err: new Error(evil) }, evil))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
  expect(line).toContain('a\\nb\\r\\u001b[2J\\u0007\\u009b31m')
})

it('leaves alone what is no line of ours', () => {
  expect(readableLine('not JSON\n')).toBe('not JSON\n')
})
