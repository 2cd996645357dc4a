/** Alerts of all connectors in sight: the bell of every page asks for these, and for none of the other calls. */
import Type from 'typebox'

import { endpoint, everyRole } from '../kit/endpoint.ts'
import { closed, PageNumber, pageOf } from '../kit/schemas.ts'
import { Alarm, AlarmStatus } from './alarm.ts'

export const alarmListEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/alarms',
    summary: 'List alerts of your connectors, active ones first',
    access: everyRole,
    scope: 'analytics:read',
    query: closed({
      state: Type.Optional(AlarmStatus),
      page: Type.Optional(PageNumber),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    status: 200,
    reply: pageOf(Alarm),
  }),
}
