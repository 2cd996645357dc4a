import { useSelector } from '@xstate/react'
import { Construction } from 'lucide-react'
import styled from 'styled-components'

import type { MaintenanceActor } from '#src/machines/shell/maintenance.machine.ts'
import { selectIsOn, selectMessage, selectPlanned } from '#src/machines/shell/maintenance.selectors.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { shellMessages } from '../shell.messages.ts'

const messages = shellMessages.maintenance

/** Tells whoever may still come in that nobody else can, and everybody of a maintenance that is planned. */
export function MaintenanceBanner({ actor }: { readonly actor: MaintenanceActor }) {
  const isOn = useSelector(actor, selectIsOn)
  const message = useSelector(actor, selectMessage)
  const planned = useSelector(actor, selectPlanned)
  return (
    <Banner role="status">
      <Construction aria-hidden="true" />
      <span>
        <strong>{isOn ? messages.banner : messages.planned}</strong> {isOn ? message : planned?.message}
        {planned === null ? null : (
          <Times>
            {isOn ? null : (
              <>
                {messages.from} <Moment at={planned.from} /> ·{' '}
              </>
            )}
            {messages.until} <Moment at={planned.until} />
          </Times>
        )}
      </span>
    </Banner>
  )
}

const Times = styled.span`
  display: block;
  font: ${font.dense};
`

const Banner = styled.div`
  display: flex;
  gap: ${space[8]};
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['warning.border']};
  border-radius: ${radius.card};
  background: ${color['warning.subtle']};
  color: ${color['warning.text']};
  font: ${font.body};
  overflow-wrap: anywhere;

  & > svg {
    flex: none;
    width: 1.25rem;
    height: 1.25rem;
  }

  & > span {
    min-width: 0;
  }
`
