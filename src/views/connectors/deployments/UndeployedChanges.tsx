import type { ConfigPart } from '#contract/connectors/runs/timeline.ts'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'
import { connectorStatusMessages as messages } from '../details/connector-status.messages.ts'

type UndeployedChangesProps = { readonly connectorId: string; readonly parts: readonly ConfigPart[] }

/** In which parts the draft differs from what is live, and the way to see and to deploy it; nothing where they are the same. */
export function UndeployedChanges({ connectorId, parts }: UndeployedChangesProps) {
  if (parts.length === 0) return null
  return (
    <>
      {messages.undeployed(parts.map((part) => messages.parts[part]))}{' '}
      <PlainLink href={`/edit-integration/${connectorId}`}>{messages.review}</PlainLink>
    </>
  )
}
