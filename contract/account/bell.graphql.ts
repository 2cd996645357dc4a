import { document } from '../kit/graphql-document.ts'

/** `missed`: what the bell counts may have changed. Otherwise a sign of life. */
export type BellChange = { readonly missed: boolean }

export const bellLive = document<{ readonly bellChanged: BellChange }>('subscription bellLive { bellChanged { missed } }')
