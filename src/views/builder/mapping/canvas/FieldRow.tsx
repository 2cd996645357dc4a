import { ChevronDown, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, memo } from 'react'

import type { Side } from '#src/machines/builder/mapping/mapping.context.ts'
import type { TreeRow } from '#src/machines/builder/mapping/tree.ts'
import { typesOf } from '../reason-text.ts'
import { canvasMessages as messages } from './canvas.messages.ts'
import { Badge, Dot, Name, Row, Star, Twisty, Type } from './canvas-frame.ts'
import type { AtField } from './joined.ts'

export type TreeHandlers = {
  readonly pick: (side: Side, path: string) => void
  readonly toggle: (structure: string, path: string, isOpen: boolean) => void
  /** The next line of the field, after the one that is chosen. */
  readonly choose: (side: Side, path: string) => void
  readonly remove: (side: Side, path: string) => void
  readonly release: () => void
  readonly scroll: (structure: string, top: number) => void
}

type FieldRowProps = {
  readonly structure: string
  readonly side: Side
  readonly row: TreeRow
  /** CSS pixels from the top of the list. */
  readonly top: number
  readonly isReached: boolean
  readonly isPicked: boolean
  readonly joined: AtField | undefined
  readonly handlers: TreeHandlers
  readonly onReach: (path: string) => void
  readonly onKey: (event: KeyboardEvent) => void
}

/** One field, or what stands around fields. What is drawn as marks is said in its name. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { structure, side, row, top, isReached, isPicked, joined, handlers, onReach, onKey } = props
  const { path, name, field, level, hasInside, isOpen, isMissing } = row
  const toggle = () => handlers.toggle(structure, path, isOpen)
  return (
    <Row
      role="treeitem"
      aria-label={nameOf(row, side, joined, isPicked)}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.count}
      aria-expanded={hasInside ? isOpen : undefined}
      aria-selected={isPicked}
      tabIndex={isReached ? 0 : -1}
      data-path={path}
      data-side={field === null ? undefined : side}
      data-missing={isMissing || undefined}
      style={{ transform: `translateY(${top}px)`, paddingInlineStart: 8 + (level - 1) * 16 }}
      onFocus={() => onReach(path)}
      onKeyDown={onKey}
      onClick={() => (field === null ? toggle() : handlers.pick(side, path))}
    >
      <Twisty
        aria-hidden="true"
        title={hasInside ? (isOpen ? messages.shut(name) : messages.open(name)) : undefined}
        onClick={(event) => {
          if (!hasInside) return
          event.stopPropagation()
          toggle()
        }}
      >
        {hasInside ? isOpen ? <ChevronDown /> : <ChevronRight /> : null}
      </Twisty>
      <Name title={path}>{name}</Name>
      {field?.isRequired ? (
        <Star
          aria-hidden="true"
          title={isMissing ? messages.missing : messages.required[side]}
          data-word={side === 'source' ? '●' : '*'}
          data-side={side}
        />
      ) : null}
      {joined?.isRuled ? <Badge aria-hidden="true" data-word={messages.rule} /> : null}
      {field === null ? null : <Type aria-hidden="true" data-word={typesOf(field.types)} />}
      {field === null ? null : <Dot aria-hidden="true" data-joined={joined !== undefined || undefined} data-at={side} />}
    </Row>
  )
})

function nameOf({ name, path, field, isMissing }: TreeRow, side: Side, joined: AtField | undefined, isPicked: boolean): string {
  if (field === null) return name
  const others = joined === undefined ? [] : joined.others.length > 0 ? joined.others : [messages.byRule]
  return [
    isMissing ? path : name,
    typesOf(field.types),
    isMissing ? messages.missing : field.isRequired ? messages.required[side] : '',
    others.length > 0 ? messages.joined[side](others.join(messages.comma)) : '',
    joined?.isRuled && joined.others.length > 0 ? messages.rule : '',
    isPicked ? messages.picked : '',
  ]
    .filter((part) => part !== '')
    .join(messages.comma)
}
