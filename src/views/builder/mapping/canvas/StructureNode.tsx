import { memo, useId } from 'react'
import type { Node, NodeProps } from 'reactflow'

import { canvasMessages as messages } from './canvas.messages.ts'
import { Card, CardHead, CardTitle, Empty, SearchBox } from './canvas-frame.ts'
import type { TreeHandlers } from './FieldRow.tsx'
import { FieldTree } from './FieldTree.tsx'
import type { Joined } from './joined.ts'
import type { OpenStructure } from './open.ts'

export type NodeHandlers = TreeHandlers & { readonly search: (side: OpenStructure['side'], text: string) => void }

export type StructureNodeType = Node<
  {
    readonly structure: OpenStructure
    readonly search: string
    readonly joined: Joined
    /** The path that is picked on this side. */
    readonly picked: string | null
    readonly handlers: NodeHandlers
  },
  'structure'
>

/** One structure with its search and its fields. */
export const StructureNode = memo(function StructureNode({ data }: NodeProps<StructureNodeType>) {
  const { structure, search, joined, picked, handlers } = data
  const { id, side, title, rows, fields } = structure
  const titleId = useId()
  return (
    <Card aria-labelledby={titleId} className="nodrag">
      <CardHead>
        <CardTitle id={titleId}>{title}</CardTitle>
        <SearchBox
          type="search"
          className="nodrag nopan"
          value={search}
          aria-label={messages.search[side]}
          placeholder={messages.search[side]}
          onChange={({ target }) => handlers.search(side, target.value)}
        />
      </CardHead>
      {rows.length === 0 ? (
        <Empty role="status">{fields.length === 0 ? messages.none[side] : messages.noneFits}</Empty>
      ) : (
        <FieldTree
          id={id}
          side={side}
          name={messages.fields(title)}
          rows={rows}
          joined={joined}
          picked={picked}
          handlers={handlers}
        />
      )}
    </Card>
  )
}, isSame)

function isSame({ data: a }: NodeProps<StructureNodeType>, { data: b }: NodeProps<StructureNodeType>): boolean {
  return (
    a.structure === b.structure &&
    a.search === b.search &&
    a.joined === b.joined &&
    a.picked === b.picked &&
    a.handlers === b.handlers
  )
}
