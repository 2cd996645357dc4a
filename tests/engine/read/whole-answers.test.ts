/** A run of a source of which nobody said whether its answer is one record (U4): what it took for one, it says. */
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'

const items = [{ id: 1 }, { id: 2 }, { id: 3 }]
const said =
  'We read the whole response as one record, but it contains a list of 3 items at "data.items". If each item is a record, turn on list processing in the Source step.'

describeOnEachDatabase('an answer that is one record', (open) => {
  it.each<[string, unknown, ConnectorConfig['source']['isList'], string]>([
    ['nobody said what it is', { data: { items } }, undefined, `1 record delivered. ${said}`],
    ['it was said to be one', { data: { items } }, false, '1 record delivered.'],
    ['it holds no list of things', { data: { items: [1, 2], only: [{ id: 1 }] } }, undefined, '1 record delivered.'],
  ])('is told when it contains a list: %s', async (_, answer, isList, reason) => {
    const { over } = await play((await open()).database, {
      script: (_asked, response) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(answer))
        return true
      },
      config: { paging: null },
      change: ({ source: { isList: _isList, listConfig: _listConfig, ...source }, ...config }) => ({
        ...config,
        source: { ...source, ...(isList === undefined ? {} : { isList }) },
      }),
    })
    expect(await over()).toMatchObject({ status: 'succeeded', recordsDelivered: 1, statusReason: reason })
  })
})
