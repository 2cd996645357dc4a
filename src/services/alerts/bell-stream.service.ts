/** The stream of the bell: open only while the tab is in front, because a browser has few connections and every tab has a bell. */
import { type BellChange, bellLive } from '#contract/account/bell.graphql.ts'
import { watchShown } from '../auth/session.storage.ts'
import type { Access } from '../kit/api-client.ts'
import { readStream } from '../kit/graphql/graphql-stream.ts'

type Tell = (it: ({ readonly type: 'stream.told' } & BellChange) | { readonly type: 'stream.ended' }) => void

/** @returns `open` opens it anew where it is over. */
export function bellStream(access: Access, tell: Tell): { readonly open: () => void; readonly close: () => void } {
  let current: AbortController | null = null

  function end(): void {
    current?.abort()
    current = null
  }

  function open(): void {
    if (document.visibilityState !== 'visible') return
    // One that says nothing any more may look open.
    end()
    const own = new AbortController()
    current = own
    const over = () => {
      if (current !== own) return
      current = null
      tell({ type: 'stream.ended' })
    }
    readStream(access, { query: bellLive.text }, own.signal, ({ data }) => {
      if (current === own) tell({ type: 'stream.told', ...(data as { readonly bellChanged: BellChange }).bellChanged })
    }).catch(over)
  }

  const stopWatching = watchShown((isShown) => {
    if (isShown) {
      if (current === null) open()
      return
    }
    if (current === null) return
    end()
    tell({ type: 'stream.ended' })
  })
  open()
  return {
    open,
    close: () => {
      stopWatching()
      end()
    },
  }
}
