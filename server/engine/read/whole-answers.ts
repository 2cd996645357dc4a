/** Answers that become one record although they contain a list of things, which is hardly meant. */
import type { Source } from '../kit/kind.ts'
import { listWithin } from '../mapping/lists-within.ts'

/** A source of which nobody said whether its answer is one record: its run says what it took for one. */
export const tellingLists = (source: Source): Source => ({
  ...source,
  read: async (place, signal) => {
    const page = await source.read(place, signal)
    const list = listWithin(page.records[0])
    if (list === null) return page
    const note = `We read the whole response as one record, but it contains ${list}. If each item is a record, turn on list processing in the Source step.`
    return { ...page, note: page.note === undefined ? note : `${note} ${page.note}` }
  },
})
