import type { ConnectorListItem } from '#contract/connectors/details/connector.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { Plain } from '../lists.ts'
import { templateMessages } from '../template.messages.ts'

const messages = templateMessages.setup

/** What was begun and not yet deployed, the newest first. */
export function DraftList({ actor }: { readonly actor: ListActor }) {
  const none = <EmptyState title={messages.noDrafts}>{messages.noDraftsText}</EmptyState>
  return (
    <ListFrame<ConnectorListItem> actor={actor} name={messages.draftList} empty={none} isBare isLow>
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
                <PlainLink href={`/start-integration/${_id}`}>{name}</PlainLink>
                <Hint>
                  <Sentence of={messages.saved} parts={{ at: <Moment at={updatedAt} /> }} />
                </Hint>
              </li>
            ))}
          </Plain>
        )
      }}
    </ListFrame>
  )
}
