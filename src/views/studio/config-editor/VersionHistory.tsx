import { GitCommitVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { Version } from '#contract/connectors/deployments/version.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import type { ConfigEditorActor } from '#src/machines/studio/config-editor/config-editor.machine.ts'
import { sameConfig, shownBeside } from '#src/machines/studio/config-editor/config-text.ts'
import { color, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Pager } from '../../kit/controls/Pager.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Hint, Row, Stack } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { configEditorMessages as messages } from './config-editor.messages.ts'
import { TextDiff } from './TextDiff.tsx'

type VersionHistoryProps = {
  readonly actor: ListActor
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
  readonly openNumber: number | null
  readonly onOpen: (number: number) => void
  /** Draws the version that is open. */
  readonly children: (number: number) => ReactNode
}

/** The versions of a connector, newest first, each with its author; one of them can be open. */
export function VersionHistory({ actor, page, pageSize, onPage, openNumber, onOpen, children }: VersionHistoryProps) {
  return (
    <ListFrame<Version>
      actor={actor}
      name={messages.versions}
      empty={<EmptyState title={messages.noVersions}>{messages.noVersionsWhy}</EmptyState>}
    >
      {({ items, total }) => (
        <>
          <Versions aria-label={messages.versions}>
            {items.map((version) => {
              const isOpen = version.number === openNumber
              const name = number(version.number)
              return (
                <li key={version.number}>
                  <Row>
                    <GitCommitVertical aria-hidden="true" size={16} />
                    <strong>{messages.version(name)}</strong>
                    {version.isLive ? <StatusPill look="good" word={messages.live} /> : null}
                    <span>
                      <Moment at={version.createdAt} /> {messages.by(version.author)}
                    </span>
                    <code title={version.hash}>{version.hash.slice(0, 8)}</code>
                    <Button
                      kind="quiet"
                      label={isOpen ? messages.hide(name) : messages.show(name)}
                      isPressed={isOpen}
                      onPress={() => onOpen(version.number)}
                    >
                      {isOpen ? messages.hideShort : messages.showShort}
                    </Button>
                  </Row>
                  {isOpen ? children(version.number) : null}
                </li>
              )
            })}
          </Versions>
          <Pager name={messages.versions} page={page} pageSize={pageSize} total={total} onPage={onPage} />
        </>
      )}
    </ListFrame>
  )
}

type VersionTextProps = { readonly actor: ListActor; readonly editor: ConfigEditorActor; readonly number: number }

/** One version against the text in the editor, and the way back to it. */
export function VersionText({ actor, editor, number: of }: VersionTextProps) {
  const text = useContextOf(editor, 'text')
  return (
    <ListFrame<{ readonly text: string }> actor={actor} name={messages.version(number(of))} empty={null} isBare>
      {({ items: [version] }) =>
        version === undefined ? null : (
          <Stack>
            {sameConfig(version.text, text) ? (
              <Hint>{messages.sameAsVersion}</Hint>
            ) : (
              <TextDiff label={messages.versionDiff(number(of))} before={version.text} after={shownBeside(text).text} />
            )}
            <RestoreButton editor={editor} number={of} text={version.text} />
          </Stack>
        )
      }
    </ListFrame>
  )
}

type RestoreButtonProps = { readonly editor: ConfigEditorActor; readonly number: number; readonly text: string }

/** Puts a version into the editor, where it is an edit like any other. */
export function RestoreButton({ editor, number: of, text }: RestoreButtonProps) {
  const canRestore = useCan(editor, { type: 'user.restored', text: '', number: 1 })
  return (
    <Row>
      <Button isBlocked={!canRestore} onPress={() => editor.send({ type: 'user.restored', text, number: of })}>
        {messages.restore(number(of))}
      </Button>
    </Row>
  )
}

const Versions = styled.ol`
  display: grid;
  grid-template-columns: minmax(0, 1fr);

  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: ${space[8]};
    padding: ${space[8]} 0;
    border-bottom: 1px solid ${color['border.subtle']};
  }
`
