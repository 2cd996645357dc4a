import styled from 'styled-components'

import { previewedItems, type SeenList } from '#contract/connectors/config/seen-lists.ts'
import { font, space } from '#src/theme/theme.ts'
import { number } from '../../kit/format/numbers.ts'
import { CodeRegion } from '../../kit/text/CodeRegion.tsx'
import { listProcessingMessages } from './list-processing.messages.ts'
import { placeOf } from './place-of.ts'

const messages = listProcessingMessages.preview

type ItemPreviewProps = {
  /** Null where the answer has no list at `path`. */
  readonly list: SeenList | null
  readonly path: string
}

/** The first items of a list, as they were read. */
export function ItemPreview({ list, path }: ItemPreviewProps) {
  const items = list?.items.slice(0, previewedItems) ?? []
  return (
    <Frame aria-label={messages.title}>
      <Title>{messages.title}</Title>
      {list === null ? (
        <p>{messages.none(placeOf(path))}</p>
      ) : items.length === 0 ? (
        <p>{messages.empty}</p>
      ) : (
        <>
          <p>{messages.note(listProcessingMessages.items(items.length))}</p>
          <List>
            {numbered(items).map(({ name, text }) => (
              <li key={name}>
                <CodeRegion label={name} text={text} />
              </li>
            ))}
          </List>
        </>
      )}
    </Frame>
  )
}

const numbered = (items: readonly unknown[]) =>
  items.map((item, at) => ({ name: messages.item(number(at + 1)), text: JSON.stringify(item, null, 2) }))

const Frame = styled.section`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
`

const Title = styled.h3`
  font: ${font.strong};
`

const List = styled.ol`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
  margin: 0;
  padding: 0;
  list-style: none;
`
