/** Joins a chart to the part of the address that says what it asks for. */
import { fromCallback } from 'xstate'

import { moveAddress, watchAddress } from './address.service.ts'

type Placed<Query> = { readonly type: 'query.placed'; readonly query: Query; readonly isTyped: boolean }

/**
 * @param here what the address asks for now.
 * @param placeOf how a query stands in the address.
 */
export const joinAddress = <Query>(here: () => Query, placeOf: (query: Query) => Readonly<Record<string, string | null>>) =>
  fromCallback<Placed<Query>, void>(({ receive, sendBack }) => {
    let known = JSON.stringify(here())
    receive(({ query, isTyped }) => {
      // What comes from here is no news here.
      known = JSON.stringify(query)
      moveAddress(placeOf(query), isTyped)
    })
    return watchAddress(() => {
      const query = here()
      if (JSON.stringify(query) === known) return
      known = JSON.stringify(query)
      sendBack({ type: 'place.changed', query })
    })
  })
