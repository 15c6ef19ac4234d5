import { roles } from "@/contract/roles";
import { areaAccessLabels, describeNeeds, type RoleMatrixRow } from "@/contract/team";
import { labels } from "./labels";

const { matrix } = labels;

/** What each role can do in each area, as the endpoints declare it. */
export const RoleMatrix = ({ rows }: { rows: readonly RoleMatrixRow[] }) => (
  <details className="mb-5 rounded-lg border">
    <summary className="cursor-pointer px-4 py-2.5 font-medium">{matrix.title}</summary>
    <div className="border-t px-4 py-2">
      <table className="w-full text-left text-2sm">
        <thead>
          <tr>
            <th scope="col" className="py-1 pr-3 font-medium">
              {matrix.area}
            </th>
            {roles.map((role) => (
              <th key={role} scope="col" className="py-1 pr-3 font-medium capitalize">
                {role}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ area, access }) => (
            <tr key={area}>
              <th scope="row" className="py-1 pr-3 font-normal">
                {area}
              </th>
              {roles.map((role) => (
                <td key={role} className="py-1 pr-3 text-muted-foreground">
                  {areaAccessLabels[access[role]]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="py-1 text-2sm text-muted-foreground">{matrix.hint}</p>
      <ul className="grid gap-1.5 py-1 text-2sm text-muted-foreground">
        {rows.flatMap(describeNeeds).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  </details>
);
