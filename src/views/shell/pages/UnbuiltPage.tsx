import { PlainLink } from '../../kit/controls/Link.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import type { UnbuiltPart } from './unbuilt.format.ts'
import { unbuiltMessages as messages } from './unbuilt.messages.ts'

type UnbuiltPageProps = { readonly title: string; readonly part: UnbuiltPart }

/** A page that a later step builds, in one line. */
export function UnbuiltPage({ title, part }: UnbuiltPageProps) {
  return (
    <PageFrame title={title}>
      <EmptyState title={messages.title}>
        <p>{messages.parts[part]}</p>
        <PlainLink href="/dashboard">{messages.go}</PlainLink>
      </EmptyState>
    </PageFrame>
  )
}
