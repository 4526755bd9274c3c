import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { StudyCard } from "@/api/models";
import { isPersonalCardImage, personalCardImageQuery } from "@/data/cards/personal-cards";

interface CardPictureProps {
  image: NonNullable<StudyCard["image"]>;
  /** Load the image only when it is near the viewport. */
  isLazy?: boolean;
}

export function CardPicture({ image, isLazy = false }: CardPictureProps) {
  return (
    <div className="fig">
      {isPersonalCardImage(image.url) ? (
        <OwnPicture image={image} />
      ) : (
        <img
          src={image.url}
          alt={image.alt}
          width={image.width}
          height={image.height}
          loading={isLazy ? "lazy" : "eager"}
          decoding="async"
        />
      )}
    </div>
  );
}

/**
 * Image of a personal card. Its request needs the session, so it is fetched as data; a placeholder of its size prevents
 * layout shifts.
 */
function OwnPicture({ image: { url, alt, width, height } }: Pick<CardPictureProps, "image">) {
  const { data, isError, refetch } = useQuery(personalCardImageQuery(url));
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    if (!data) return undefined;
    const made = URL.createObjectURL(new Blob([data as BlobPart], { type: "image/jpeg" }));
    setShown(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (shown) return <img src={shown} alt={alt} width={width} height={height} decoding="async" />;
  if (isError)
    return (
      <p>
        The picture could not be loaded.{alt && ` It shows: ${alt}.`}{" "}
        <button type="button" className="link" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    );
  return <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={alt} />;
}
