import { expect, it } from 'vitest'

import type { ValidationResult } from '../../contract/schemas.ts'
import { goodConfig, raiseHouse } from './house.ts'

const house = raiseHouse()

const result = async (path: string, body: unknown) =>
  (await house.ask('POST', `/api-connectors/${path}`, { as: 'userA', body })).json<ValidationResult>()
const fine = { isValid: true, errors: [], warnings: [] }
const webhook = { type: 'webhook' }
const unused = { path: '/source/url', message: 'This is not used: the records are the events of the webhook' }

it('a source of events needs no address, and one that is there is not used', async () => {
  expect(await result('validateConfig', { ...goodConfig, trigger: webhook, source: { type: 'http' } })).toEqual(fine)
  expect(await result('validateConfig', { ...goodConfig, trigger: webhook })).toEqual({ ...fine, warnings: [unused] })
  const privately = { ...goodConfig.source, url: 'http://10.0.0.1/orders' }
  expect(await result('validateConfig', { ...goodConfig, trigger: webhook, source: privately })).toEqual({
    ...fine,
    warnings: [unused],
  })
})

it('a section is asked for what its trigger needs', async () => {
  const section = (trigger?: unknown) =>
    result('validate-config-section', { section: 'source', data: { type: 'http' }, ...(trigger ? { trigger } : {}) })
  expect(await section(webhook)).toEqual(fine)
  expect((await section()).errors).toContainEqual({
    path: '/source/url',
    message: 'Source must have a URL, Azure config, or database config',
  })
})

it('the list of an event has a path that can be read, and no pages', async () => {
  const outputConfig = { strategy: 'bulk' }
  const source = {
    type: 'http',
    isList: true,
    listPath: 'a.__proto__',
    listConfig: { type: 'pagination', iterationPath: '', batchSize: 10, outputConfig },
  }
  const { errors } = await result('validateConfig', { ...goodConfig, trigger: webhook, source })
  expect(errors.map(({ path }) => path)).toEqual(['/source/listPath', '/source/listConfig/type'])
})

it.each([{ everySeconds: 1 }, { cron: '*/5 * * * *' }, { cron: '0 9 * * MON-FRI', timeZone: 'America/New_York' }])(
  'a schedule that can be kept: %j',
  async (rhythm) => {
    const path = '/source/listConfig'
    const message =
      'Every run reads and sends all records again, also those that did not change. Set "Read only changes" in the list configuration'
    const found = await result('validateConfig', { ...goodConfig, trigger: { type: 'schedule', ...rhythm } })
    expect(found).toEqual({ ...fine, warnings: [{ path, message }] })
  },
)
