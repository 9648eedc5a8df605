import { Modal, ScrollArea, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { plural, t } from "../text/text.ts";
import styles from "./frame.module.css";
import { type Place, usePlaces } from "./quick-search-places.ts";

/** A field, and below it what matches: arrows choose, Enter goes there. */
export function QuickSearchDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState("");
  const places = usePlaces(text.trim());
  const [chosen, setChosen] = useState(0);
  const current = Math.min(chosen, places.length - 1);
  const go = (place: Place | undefined) => {
    if (place === undefined) return;
    onClose();
    void navigate({ to: place.href });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && places.length > 0) {
      event.preventDefault();
      const next = (current + step + places.length) % places.length;
      setChosen(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
    }
    if (event.key === "Enter") {
      event.preventDefault();
      go(places[current]);
    }
  };
  return (
    <Modal.Root opened onClose={onClose} padding="xs" yOffset="10vh">
      <Modal.Overlay />
      <Modal.Content aria-label={t("quick.open")}>
        <Modal.Body>
          <TextInput
            data-autofocus
            size="md"
            role="combobox"
            aria-expanded
            aria-controls={`${id}-list`}
            aria-activedescendant={current < 0 ? undefined : `${id}-${current}`}
            aria-label={t("quick.label")}
            placeholder={t("quick.label")}
            leftSection={<IconSearch size={18} aria-hidden />}
            maxLength={200}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
          <Text size="xs" c="dimmed" px={10} pt="xs" role="status">
            {places.length === 0 ? t("quick.nothing") : plural("quick.results", places.length)}
          </Text>
          <ScrollArea.Autosize mah="50vh" type="auto">
            <div role="listbox" id={`${id}-list`} aria-label={t("quick.places")}>
              {places.map((place, index) => (
                // The field keeps the focus and its keys do the same: this is for the mouse.
                <div
                  key={place.href}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === current}
                  tabIndex={-1}
                  className={styles["option"]}
                  onClick={() => go(place)}
                  onMouseMove={() => setChosen(index)}
                >
                  <place.icon size={17} stroke={1.6} aria-hidden />
                  <Text size="sm" truncate flex={1}>
                    {place.label}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {place.kind}
                  </Text>
                </div>
              ))}
            </div>
          </ScrollArea.Autosize>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
