import { type ReactNode, useId } from 'react'
import styled from 'styled-components'

import { color, font, radius, space } from '#src/theme/theme.ts'

type SettingsCardProps = {
  readonly title: string
  /** One sentence on what it is for. */
  readonly sub?: ReactNode
  /** Right of the title: a switch, a status. */
  readonly aside?: ReactNode
  readonly children?: ReactNode
  /** Below a line: what is unsaved, Discard, Save. */
  readonly footer?: ReactNode
}

/** One group of settings: a title with its sentence, its fields, and how it is saved. */
export function SettingsCard({ title, sub, aside, children, footer }: SettingsCardProps) {
  const id = useId()
  return (
    <Card aria-labelledby={id}>
      <Body>
        <Head>
          <div>
            <Title id={id}>{title}</Title>
            {sub === undefined ? null : <Sub>{sub}</Sub>}
          </div>
          {aside}
        </Head>
        {children}
      </Body>
      {footer === undefined ? null : <Foot>{footer}</Foot>}
    </Card>
  )
}

const Card = styled.section`
  min-width: 0;
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
  overflow-wrap: anywhere;
`

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  padding: ${space[16]};
`

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]} ${space[16]};

  & > div:first-child {
    flex: 1 1 12rem;
  }
`

const Title = styled.h2`
  font: ${font.section};
`

const Sub = styled.p`
  color: ${color['text.muted']};
`

const Foot = styled.div`
  padding: ${space[8]} ${space[8]} ${space[8]} ${space[16]};
  border-top: 1px solid ${color['border.subtle']};
  border-radius: 0 0 ${radius.card} ${radius.card};
  background: ${color['bg.canvas']};
`
