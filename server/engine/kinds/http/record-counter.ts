/**
 * How many different records a list held, which is what the total of its source is compared with: counted by their keys, and by keys and contents where
 * a page holds one key with several contents, so that keys alone name no records of this source.
 */
import { createIdentities, type Sifted } from '../../kit/identities.ts'
import type { Place } from '../../kit/kind.ts'
import { ownKey } from '../../kit/record-key.ts'

/** Records of a page that no page before held: by their keys, and by keys and contents. */
export type Counts = { readonly fresh: number; readonly freshContents: number }

type Counted = {
  readonly counts: Counts
  /** The one of the two that counts. */
  readonly fresh: number
  /** Of the keys and contents that are new, to be recalled. */
  readonly marks: Buffer | null
  /** Without those that a page before held with the same key and content: of a page that is read once more, they are not read a second time. */
  readonly unread: readonly unknown[]
  /** The place of the page, with as many records before it as count. */
  readonly place: Place
  /** What the place of the next part of the page, and that of the page after it, carry. */
  readonly kept: { readonly within: Place; readonly after: Place }
}

export type RecordCounter = {
  /** @param before of the parts of the page that were read; @param asked the place as it was kept. */
  readonly count: (records: readonly unknown[], place: Place, before: Counts | null, asked: Place) => Counted
  /** Takes over the marks of a page that was kept before. */
  readonly recall: (marks: Buffer) => void
}

/** Whether a key comes with several contents. */
function isAnyShared(keys: readonly (string | null)[], texts: readonly string[]): boolean {
  const contents = new Map<string, string>()
  return keys.some((key, at) => {
    if (key === null) return false
    const before = contents.get(key)
    contents.set(key, texts[at] ?? '')
    return before !== undefined && before !== texts[at]
  })
}

export function createRecordCounter(): RecordCounter {
  const known = createIdentities()

  function freshIn(records: readonly unknown[]) {
    const keys = records.map(ownKey)
    const texts = records.map((record) => JSON.stringify(record) ?? '')
    const owned = keys.map((key) => key !== null)
    const named = keys.map((key) => key ?? '')
    const [byKey, byContent] = [known.sift(named, [], owned), known.sift(named, texts, owned)]
    const count = (kept: Sifted['kept']) => (kept ? kept.filter(Boolean).length : records.length)
    const marks = [byKey.identities, byContent.identities].filter((it) => it !== null)
    return {
      ...{ fresh: count(byKey.kept), freshContents: count(byContent.kept), isShared: isAnyShared(keys, texts) },
      unread: byContent.kept ? records.filter((_, at) => byContent.kept?.[at]) : records,
      marks: marks.length === 0 ? null : Buffer.concat(marks),
    }
  }

  return {
    recall: known.add,
    count(records, place, before, asked) {
      const found = freshIn(records)
      const counts = {
        fresh: (before?.fresh ?? 0) + found.fresh,
        freshContents: (before?.freshContents ?? 0) + found.freshContents,
      }
      // From the first page on that shows it, records are counted by their contents, those before it, too.
      const wasShared = asked['shared'] === true
      const isShared = wasShared || found.isShared
      const contents = Number(asked['contents'] ?? 0)
      const shared = isShared ? { shared: true } : {}
      return {
        counts,
        fresh: isShared ? counts.freshContents : counts.fresh,
        marks: found.marks,
        unread: found.unread,
        place: isShared && !wasShared ? { ...place, read: contents } : place,
        kept: {
          within: { ...shared, contents },
          after: { ...shared, contents: contents + counts.freshContents },
        },
      }
    },
  }
}
