/** Joins the chart of the search for templates to its read and to the address of the page. */
import { placeOf, queryIn, type TemplateQuery, templateNames } from '../../machines/library/template-place.ts'
import { templateSearchMachine } from '../../machines/library/template-search.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { joinAddress } from '../kit/address/address.actors.ts'
import { readAddress } from '../kit/address/address.service.ts'
import type { Access } from '../kit/api-client.ts'
import { searchTemplates, type TemplateOrigin } from './template.service.ts'

/** What the address of the page asks for. */
export const templateQueryHere = () => queryIn(readAddress(templateNames))

/**
 * @param origin undefined: of every origin.
 * @param limit of one page.
 */
export const liveTemplateSearchMachine = (access: Access, origin: TemplateOrigin | undefined, limit: number) =>
  templateSearchMachine.provide({
    actors: {
      readTemplates: actorFrom(async (query: TemplateQuery, signal) => ({
        ...(await searchTemplates(access, { ...query, origin, limit }, signal)),
        readAt: new Date().toISOString(),
      })),
      joinPlace: joinAddress(templateQueryHere, placeOf),
    },
  })
