/** A connector with two destinations, for tests: the first is called ERP, the second, with the number 7, Fulfilment. */
import { onTestFinished } from 'vitest'

import type { ConnectorConfig, Routes } from '#contract/connectors/config/config.ts'
import type { FilterCondition, RecordFilter } from '#contract/connectors/config/records/record-filter.ts'
import { startDestination } from './dest-sim.ts'

export const atMost = (to: number): FilterCondition => ({ path: 'id', is: 'atMost', to })
export const atLeast = (to: number): FilterCondition => ({ path: 'id', is: 'atLeast', to })
export const upTo = (id: number): RecordFilter => ({ all: [atMost(id)] })
export const from = (id: number): RecordFilter => ({ all: [atLeast(id)] })

type Other = Partial<Routes['others'][number]> & { readonly url: string }

/** A configuration with a second destination. */
export const withSecond =
  (fit: Routes['fit'], first: Routes['first'], { url, ...second }: Other) =>
  (config: ConnectorConfig): ConnectorConfig => ({
    ...config,
    routes: {
      fit,
      first: { name: 'ERP', ...first },
      others: [
        {
          ...{ id: 7, name: 'Fulfilment', dataMapping: [], ...second },
          destination: { type: 'http', url, requestMethod: 'POST', ...second.destination },
        },
      ],
    },
  })

/** A second destination, which is closed with the test. */
export async function second(options: Parameters<typeof startDestination>[0] = {}) {
  const destination = await startDestination(options)
  onTestFinished(() => destination.close())
  return destination
}
