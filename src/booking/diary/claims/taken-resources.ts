/** SQL of resources as a JSON list. Most appointments have none, which costs no query. @param ids the column of their ids */
export const resourceList = (ids: string) => `
  case when ${ids} = '{}' then '[]'::json else (
    select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'kind', r.kind) order by r.id), '[]')
    from resources r where r.id = any (${ids})
  ) end`;
