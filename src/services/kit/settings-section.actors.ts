/** Joins the machine of a section of settings to what reads and saves it, and keeps its unsaved changes in the tab. */
import { type Section, type SectionValue, settingsSectionMachine } from '../../machines/kit/settings-section.machine.ts'
import { actorFrom } from './actor.ts'
import { keepInTab, readTabChanges } from './tab-changes.service.ts'

type SectionPorts = {
  /** Under which its changes are kept: the section, and whose it is. */
  readonly name: string
  readonly read: (signal: AbortSignal) => Promise<Section>
  readonly save: (section: Section, signal: AbortSignal) => Promise<Section>
  readonly isValid?: (draft: SectionValue) => boolean
  readonly announce?: (section: Section) => void
  /** Fields that are never kept outside the page: secrets. */
  readonly secrets?: readonly string[]
}

export const sectionOf = ({ name, read, save, isValid = () => true, announce = () => {}, secrets = [] }: SectionPorts) =>
  settingsSectionMachine.provide({
    actors: {
      readSection: actorFrom((_, signal) => read(signal)),
      saveSection: actorFrom((section, signal) => save(section, signal)),
    },
    guards: { isValid: (_, { draft }) => isValid(draft) },
    actions: {
      keepChanges: (_, { changes }) => keepInTab(name, changes, secrets),
      announceSaved: (_, { section }) => announce(section),
    },
  })

/** How a section opens: with the changes that were not saved. */
export const openedSection = (name: string, isReadFirst = false) => ({ kept: readTabChanges(name), isReadFirst })
