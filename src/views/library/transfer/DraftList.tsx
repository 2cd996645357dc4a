import { Link } from 'wouter'

import type { ConnectorListItem } from '../../../contract/connector.ts'
import type { ListActor } from '../../machines/list/list.machine.ts'
import { templateWords } from '../../words/template.ts'
import { Hint } from '../parts/blocks.ts'
import { EmptyState } from '../parts/EmptyState.tsx'
import { ListFrame } from '../parts/ListFrame.tsx'
import { Moment } from '../parts/Moment.tsx'
import { Sentence } from '../parts/Sentence.tsx'
import { Plain } from './lists.ts'

const words = templateWords.setup

/** What was begun and not yet deployed, the newest first. */
export function DraftList({ actor }: { readonly actor: ListActor }) {
  const none = <EmptyState title={words.noDrafts}>{words.noDraftsText}</EmptyState>
  return (
    <ListFrame<ConnectorListItem> actor={actor} name={words.draftList} empty={none} isBare>
      {({ items }) => {
        const drafts = items
          .filter(({ status }) => status === 'Draft')
          .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
        return drafts.length === 0 ? (
          none
        ) : (
          <Plain>
            {drafts.map(({ _id, name, updatedAt }) => (
              <li key={_id}>
                <Link href={`/start-integration/${_id}`}>{name}</Link>
                <Hint>
                  <Sentence of={words.saved} parts={{ at: <Moment at={updatedAt} /> }} />
                </Hint>
              </li>
            ))}
          </Plain>
        )
      }}
    </ListFrame>
  )
}
