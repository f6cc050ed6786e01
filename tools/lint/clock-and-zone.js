/**
 * Rules and use cases receive `now` as an argument. `new Date(value)` only converts; `new Date()` and `Date()` read the
 * system clock. (`Date.now` and `Math.random` are forbidden by no-restricted-properties.)
 */
const noNewDate = {
  create(context) {
    const report = (node) => {
      const isClock = node.callee.type === 'Identifier' && node.callee.name === 'Date'
      if (isClock && node.arguments.length === 0)
        context.report({
          node,
          message: 'Pass `now` as an argument instead of reading the system clock.',
        })
    }
    return { NewExpression: report, CallExpression: report }
  },
}

const zoneOrOffset = /\b(?:America|Europe|Etc)\/[A-Z]|T\d\d:\d\d(?::\d\d)?[+-]\d\d:\d\d/
const localParts = /^(?:get|set)(?:FullYear|Month|Date|Day|Hours|Minutes)$|^toLocale(?:Date|Time)String$/

/**
 * Days and hours are those of the club (`club.time_zone`): only `contract/src/kernel/club-time.ts` names zones, and
 * no code uses the system's time zone.
 */
const noTimeZone = {
  create(context) {
    const report = (node) =>
      context.report({ node, message: 'Use contract/src/kernel/club-time.ts with the zone of the club.' })
    const checkText = (node, text) => {
      if (typeof text === 'string' && zoneOrOffset.test(text)) report(node)
    }
    return {
      Literal: (node) => checkText(node, node.value),
      TemplateElement: (node) => checkText(node, node.value.raw),
      Property(node) {
        if (!node.computed && node.key.name === 'timeZone') report(node)
      },
      MemberExpression(node) {
        const { name } = node.property
        if (name === 'DateTimeFormat' || localParts.test(name ?? '')) report(node)
      },
    }
  },
}

export default {
  meta: { name: 'clock-and-zone' },
  rules: { 'no-new-date': noNewDate, 'no-time-zone': noTimeZone },
}
